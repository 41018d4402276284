"""What edit formats cost, and what becomes of their answers under slips that models make."""
