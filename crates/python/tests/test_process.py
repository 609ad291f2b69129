import io
import json
from typing import Any

from alhambra import process


def test_a_program_answers_greetings_and_decisions_only() -> None:
    said: list[dict[str, Any]] = [
        {"say": "hello", "version": 1, "program": "alhambra"},
        {"say": "start", "seat": 0, "ruleset": "alhambra 2", "seed": 7},
        {"say": "decide", "actions": ["take fl7", "pass"]},
        {"say": "news"},
        {"say": "over", "events": []},
    ]
    out = io.StringIO()
    draws = []

    def choose(decision: process.Decision) -> str:
        draws.append(decision["luck"].random())
        return decision["actions"][1]

    process.serve(choose, io.StringIO("".join(json.dumps(it) + "\n" for it in said)), out)
    assert [json.loads(line) for line in out.getvalue().splitlines()] == [
        {"say": "hello", "version": 1},
        {"say": "act", "action": "pass"},
    ]
    assert len(draws) == 1
