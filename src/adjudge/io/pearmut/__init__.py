"""Files of the Pearmut platform: logs of annotations, and campaigns."""
