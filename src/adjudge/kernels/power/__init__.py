"""What a planned test would find: power in closed form or exact, and the sizes and effects that reach one."""
