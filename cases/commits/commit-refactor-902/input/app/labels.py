from app.helpers import full_name


def label(person):
    return full_name(person).upper()
