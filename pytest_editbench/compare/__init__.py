"""Two trees: how close are they?"""
