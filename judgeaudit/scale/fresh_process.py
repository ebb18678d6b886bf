"""A function in a new process whose life is one task: it imports what is on the disk now, and what it does to its modules ends with it.

It is started by `subprocess`: a worker under a nanny is a daemon, to which `multiprocessing` gives no children. They talk through the standard streams of
the child, which it takes away from the user's code first. A child ends when its parent is gone.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import IO, Any, TypeVar

A = TypeVar("A")
T = TypeVar("T")

SECONDS_BETWEEN_LOOKS = 0.2
SECONDS_TO_END = 5.0
"""So long a child that has answered may take to end (threads of the user's); then it is killed."""
TOLD, DONE, RAISED, ENDED = "told", "done", "raised", "ended"
START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from judgeaudit.scale.fresh_process import main; main()"
"""The import path is the parent's, entry by entry: `-m` would put the working directory in front."""
SIZE = struct.Struct(">Q")


@dataclass(frozen=True)
class Link:
    """How a task speaks with whoever gave it: `tell` something, ask whether it `is_stopped`, and on which `worker` it is."""

    tell: Callable[[Any], None]
    is_stopped: Callable[[], bool]
    worker: str


@dataclass(frozen=True)
class Died:
    """A child that ended without an answer, and how."""

    how: str


def in_fresh_process(link: Link, function: Callable[[Link, A], T], argument: A) -> T | Died:
    """What a function of a module of ours returns in a new process; what it raises is raised here. `link` is passed through to it."""
    command = [sys.executable, "-c", START, json.dumps(list(map(str, sys.path)))]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    heard: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_hear, args=(process.stdout, heard), name="judgeaudit-child", daemon=True).start()
    try:
        with contextlib.suppress(BrokenPipeError):
            _send(process.stdin, (function, argument, link.worker))
        kind, value = _answer(link, process, heard)
    finally:
        _end(process)
    if kind == RAISED:
        raise value
    if kind == ENDED:
        return Died(f"exit code {process.returncode}")
    answer: T = value
    return answer


def _answer(link: Link, process: subprocess.Popen[bytes], heard: queue.SimpleQueue[tuple[str, Any]]) -> tuple[str, Any]:
    """The last thing that a child says, after all before it was told; `ENDED` where it says none."""
    stopped = False
    while True:
        gone = process.poll() is not None
        try:
            kind, value = heard.get(timeout=SECONDS_BETWEEN_LOOKS)
        except queue.Empty:
            if gone:  # a child of its own may hold the pipe open
                return ENDED, None
        else:
            if kind != TOLD:
                return kind, value
            link.tell(value)
        if not stopped and link.is_stopped():
            stopped = True
            with contextlib.suppress(BrokenPipeError):
                _send(process.stdin, None)


def _end(process: subprocess.Popen[bytes]) -> None:
    """See that a child has ended."""
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
    try:
        process.wait(SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _hear(stream: IO[bytes], heard: queue.SimpleQueue[tuple[str, Any]]) -> None:
    with stream, contextlib.suppress(EOFError):
        while True:
            heard.put(_receive(stream))
    heard.put((ENDED, None))


def _send(stream: IO[bytes] | None, message: Any) -> None:
    assert stream is not None
    packed = pickle.dumps(message)
    stream.write(SIZE.pack(len(packed)) + packed)
    stream.flush()


def _receive(stream: IO[bytes]) -> Any:
    """The next message; EOFError where the other end is gone."""
    head = stream.read(SIZE.size)
    packed = stream.read(SIZE.unpack(head)[0]) if len(head) == SIZE.size else b""
    if not packed or len(packed) < SIZE.unpack(head)[0]:
        raise EOFError
    return pickle.loads(packed)  # of our own parent or child


def main() -> None:
    """The child."""
    given, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in the worker's terminal is the worker's: it tells us to stop
    function, argument, worker = _receive(given)
    stopped, done = threading.Event(), threading.Event()
    threading.Thread(target=_listen, args=(given, stopped, done), name="judgeaudit-parent", daemon=True).start()
    link = Link(lambda message: _send(answers, (TOLD, message)), stopped.is_set, worker)
    with ThreadPoolExecutor(1) as pool:
        ended = pool.submit(function, link, argument)
        trouble = ended.exception()
    done.set()
    _send(answers, (DONE, ended.result()) if trouble is None else (RAISED, trouble))


def _listen(given: IO[bytes], stopped: threading.Event, done: threading.Event) -> None:
    with contextlib.suppress(EOFError):
        while True:
            _receive(given)
            stopped.set()
    if not done.is_set():
        os._exit(1)  # the parent is gone: nobody waits for what is under way
