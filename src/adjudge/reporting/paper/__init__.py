"""What an author pastes into a paper: a paragraph on the method, and what to cite."""
