"""A model without an agent: it is given the prompt and the files, and its answer is applied as it says."""
