"""A program that plays in `alhambra arena`, `simulate` and `play`, over its standard input and output.

>>> from alhambra import process
>>> def choose(decision: process.Decision) -> str:
...     return decision["actions"][0]

`process.serve(choose)` in a file `mine.py` is a bot for `alhambra arena --bots easy,"python3 mine.py"`.
"""

import json
import random
import sys
from collections.abc import Callable
from typing import Any, TextIO, TypedDict

__all__ = ["Choose", "Decision", "serve"]


class Decision(TypedDict):
    """What a program is told when it has to decide; docs/bots.md describes it key by key."""

    view: dict[str, Any]
    tallies: list[dict[str, Any]]
    next_scoring: dict[str, Any] | None
    prices: list[dict[str, Any]]
    options: dict[str, Any]
    actions: list[str]
    events: list[dict[str, Any]]
    millis: int
    luck: random.Random


Choose = Callable[[Decision], str]
"""Chooses one of `actions`."""


def serve(choose: Choose, lines: TextIO | None = None, out: TextIO | None = None) -> None:
    """Plays one game after the other until the input ends.

    `luck` of a decision follows from the seed of the game, so that a game can be played again.
    """
    out = out or sys.stdout
    luck = random.Random()
    for line in lines or sys.stdin:
        message = json.loads(line)
        if message["say"] == "hello":
            answer = {"say": "hello", "version": 1}
        elif message["say"] == "start":
            luck = random.Random(message["seed"])
            continue
        elif message["say"] == "decide":
            answer = {"say": "act", "action": choose(message | {"luck": luck})}
        else:
            continue
        print(json.dumps(answer), file=out, flush=True)
