from app.helpers import full_name


def opening(person):
    return f"Dear {full_name(person)},"
