"""How near an edit comes to the wanted one: pure functions on texts."""
