class Index:
    """Words and the pages that hold them."""

    def __init__(self):
        self.pages = []

    def add(self, page, text):
        self.pages.append((page, text.split()))

    def find(self, word):
        return [page for page, words in self.pages if word in words]
