"""What sessions and annotators were given to judge: kinds of items, mixture of systems, the company systems kept."""
