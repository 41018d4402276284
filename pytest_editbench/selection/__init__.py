"""Which of the collected tests run: marks, filters, shares."""
