"""What a larger campaign would separate, predicted from a pilot whose judgements stay part of it."""
