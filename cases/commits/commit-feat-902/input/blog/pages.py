from blog.slug import slug


def address(title: str) -> str:
    return f"/posts/{slug(title)}"
