"""Cases from real source: damage it, tell how to undo that, prove that the telling has one answer."""
