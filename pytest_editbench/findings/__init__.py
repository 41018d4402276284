"""What comparing, planning and pruning find: frozen values that runs make and reports show."""
