"""Large numbers of small objects, made without looking through them again and again for what can be thrown away."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Without looking for unreachable cycles, of which there are none among rows, items and labels: on large files that takes as long as reading them."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
