from inventory.legacy import count
from inventory.stock import load

__all__ = ["count", "load"]
