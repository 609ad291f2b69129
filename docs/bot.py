"""A bot of forty lines: pays exactly if it can, builds where it brings most, and takes much money otherwise."""

import json
import random
import sys


def gain(effect, what):
    change = effect.get(what, {"from": 0, "to": 0})
    return change["to"] - change["from"]


def ideas(options):
    """Actions in the notation, each with what it seems worth."""
    for purchase in options["purchases"]:
        for offer in purchase["payments"]:
            effect = offer["effect"]
            yield 8 + 4 * effect.get("extra_action", False) - 2 * effect.get("too_much", 0), offer["notation"]
    for placing in options["placings"]:
        for cell in placing["cells"]:
            if not placing["flips"]:  # Turning a tile over costs money.
                points = gain(cell["effect"], "points") + gain(cell["effect"], "wall")
                yield points + (0 if placing["from_reserve"] else 20), cell["notation"]
    for offer in options["offers"]:
        cards = offer["action"].get("cards", [])
        yield sum(int(card[2:]) for card in cards) / 2 - len(cards) / 9, offer["notation"]


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["say"] == "hello":
            answer = {"say": "hello", "version": 1}
        elif message["say"] == "start":
            luck = random.Random(message["seed"])
            continue
        elif message["say"] == "decide":
            best = max(ideas(message["options"]), default=None, key=lambda it: (it[0], luck.random()))
            answer = {"say": "act", "action": best[1] if best else luck.choice(message["actions"])}
        else:
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
