"""What the solver says when it will not guess."""

from pytest_editbench.errors import EditbenchError


class NotUnderstood(EditbenchError):  # noqa: N818 - an answer of the solver, not a fault of anyone
    """A prompt that is not clear enough to be carried out in exactly one way."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
