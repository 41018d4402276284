def full_name(person):
    return f"{person.first} {person.last}"
