from temperature import fahrenheit


def test_water_freezes_at_32():
    assert fahrenheit(0) == 32
