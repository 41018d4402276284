"""A model server for tests: it speaks four public protocols, and says and does what a plan tells.

The plan stands in the prompt, as `<<PLAN {json} PLAN>>`; prompts without one get the server's own. What to do
next is told by the conversation alone, so that one server serves any number of clients at once.
"""

from modelserver.plan import Plan, Step, written
from modelserver.server import ModelServer, Seen, closed_port

__all__ = ["ModelServer", "Plan", "Seen", "Step", "closed_port", "written"]
