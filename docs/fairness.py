#!/usr/bin/env python3
"""Checks from outside that games of Alhambra were shuffled fairly, as docs/fairness.md describes it.

    python3 docs/fairness.py RECORD...

For every record with a proof it recomputes the commitments, the seed and the order of the seats, and prints in which order
tiles and money had to come. It needs nothing but Python and shares no code with the game. The status is 1 if a record is not
what it claims to be, and 2 if there is nothing to check in it.
"""

import hashlib
import struct
import sys

LABEL = "alhambra-shuffle-1"

# The box, in the order in which it is unpacked.
BUILDINGS = """P2new P3sw P4es P5nw P6n P7e P8 S3esw S4ne S5sw S6es S7w S8s S9 A4nes A5nw A6sw A6ne A7es A8n A8e A9 A10
    C5nsw C6es C7sw C7ne C8nw C9w C9s C10 C11 G6esw G7nsw G8sw G8ne G8nw G9e G10n G10w G10 G11 G12s
    T7new T8nes T9es T9ne T9nw T10w T11n T11s T11 T12 T13e""".split()
CAMPS = "K3e K4n K5s K6w K7nw K8ne K9es K10sw".split()
BAZAARS = "zdi1 zdi2 zde1 zde2 zdu1 zdu2 zfl1 zfl2".split()
GRANADA = """ar2nsw ba2new li2esw hs2nes hp2new ma2nes pa2nsw sc2nsw re2esw ar4es ba4es li4nw hs4ne hp4sw ma4sw pa4nw
    sc4ne re4nw ar6sw ba6sw li6ne hs6nw hp6nw ma6ne pa6es sc6es re6es ar8n ba8e li8n hs8e hp8w ma8s pa8s sc8w
    re8n ar10e ba10n li10w hs10e hp10s ma10s pa10w sc10s re10n ar12 ba12 li12 hs12 hp12 ma12 pa12 sc12 re12""".split()
HUTS = {"P": "n e sw", "S": "s w ne", "A": "e w nw es", "C": "n s ne nw", "G": "e s nw es sw", "T": "n w sw es ne"}
MONEY = [f"{currency}{value}" for currency in ("fl", "di", "de", "du") for value in range(1, 10)]
BUREAUX = "fl/di fl/de fl/du di/de di/du de/du".split()
WALLS = "wall-n wall-e wall-s wall-w wall-ne wall-es wall-sw wall-nw".split()


class Unfair(Exception):
    """Something in a record does not follow from the rest."""


def sha256(text):
    return hashlib.sha256(text.encode("ascii")).hexdigest()


class ChaCha8:
    """The stream of random numbers of a seed: ChaCha with 8 rounds, nonce 0 and a 64-bit counter from 0."""

    def __init__(self, seed):
        self.key = struct.unpack("<8I", bytes.fromhex(seed))
        self.counter, self.words = 0, []

    def block(self):
        start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *self.key,
                 self.counter & 0xFFFFFFFF, self.counter >> 32, 0, 0]
        x = list(start)

        def turn(a, b, c, d):
            for left, right, to, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[left] = (x[left] + x[right]) & 0xFFFFFFFF
                x[to] ^= x[left]
                x[to] = (x[to] << by | x[to] >> (32 - by)) & 0xFFFFFFFF

        for _ in range(4):
            turn(0, 4, 8, 12), turn(1, 5, 9, 13), turn(2, 6, 10, 14), turn(3, 7, 11, 15)
            turn(0, 5, 10, 15), turn(1, 6, 11, 12), turn(2, 7, 8, 13), turn(3, 4, 9, 14)
        self.counter += 1
        return [(a + b) & 0xFFFFFFFF for a, b in zip(x, start)]

    def below(self, n):
        """A number below n: the upper half of word times n, unless the lower half is one of the 2^32 mod n surplus ones."""
        while True:
            if not self.words:
                self.words = self.block()
            product = self.words.pop(0) * n
            if product & 0xFFFFFFFF >= 2**32 % n:
                return product >> 32

    def shuffle(self, items):
        """Fisher-Yates from the last item down."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def read(text):
    """The lines of a record that tell how it was shuffled; nothing if they are not there."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    record = {"nonces": []}
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        if word == "nonce":
            record["nonces"].append(rest.split())
        elif word.isdigit():
            break
        else:
            record[word] = rest
    return record if "table" in record else None


def check(record):
    """Recomputes everything that was published and what followed from it."""
    table, secret, nonces = record["table"], record["secret"], record["nonces"]
    if sha256(f"{LABEL} secret {table} {secret}") != record["commitment"]:
        raise Unfair("the server's secret is not the one that it was bound to")
    for seat, (commitment, nonce) in enumerate(nonces):
        if nonce != "-" and sha256(f"{LABEL} nonce {table} {nonce}") != commitment:
            raise Unfair(f"the nonce of seat {seat} before the start is not the one that it was bound to")
    if len(nonces) != int(record["ruleset"].split()[1]):
        raise Unfair("the proof has not as many seats as the game")
    if sha256(" ".join([LABEL, "seed", table, secret, *(nonce for _, nonce in nonces)])) != record["seed"]:
        raise Unfair("the seed does not follow from the secret and the nonces")
    if record["seats"] != "fixed":
        order = ChaCha8(sha256(f"{LABEL} seats {record['seed']}")).shuffle(list(range(len(nonces))))
        if record["seats"].split() != [str(seat) for seat in order]:
            raise Unfair("the order of the seats does not follow from the seed")


def draws(ruleset, seed):
    """The order in which tiles and money cards come, as far as it is settled by the set-up."""
    game, players, *modules = ruleset.split()
    players, stream = int(players), ChaCha8(seed)
    tiles = [] if game == "granada" else list(BUILDINGS)
    tiles += CAMPS if "camps" in modules else []
    tiles += BAZAARS if "bazaars" in modules else []
    granada = [] if game == "alhambra" else list(GRANADA)
    money = [card for card in MONEY for _ in range(2 if players == 2 else 3)]
    for pile in (tiles, granada, money):
        stream.shuffle(pile)
    # Whatever is drawn comes from the end of its pile.
    if tiles and granada:
        # The first four need a moat; the others go back into the bag.
        first = [tile for tile in reversed(granada) if tile[-1] in "nesw"][:4]
        granada = stream.shuffle([tile for tile in granada if tile not in first]) + first[::-1]
    if "huts" in modules:
        for edges in HUTS.values():
            stream.shuffle(edges.split())
    dealt = []
    for _ in range(players):
        worth = 0
        while worth < 20:
            dealt.append(money.pop())
            worth += int(dealt[-1][2:])
    dealt += [money.pop() for _ in range(4)]
    extra = [[] for _ in range(5)]
    if game == "both":
        extra[2].append("scoring1")
    else:
        extra[1].append("scoring1"), extra[3].append("scoring2")
    for cards in (BUREAUX if "bureaux" in modules else [], WALLS if "walls" in modules else []):
        for i, card in enumerate(stream.shuffle(list(cards))):
            extra[1 + i // 2].append(card)
    money.reverse()
    pile, each, surplus = [], len(money) // 5, len(money) % 5
    for i, cards in enumerate(extra):
        n = each + (i < surplus)
        own, money = money[:n] + cards, money[n:]
        pile += stream.shuffle(own) if cards else own
    return tiles[::-1], granada[::-1], dealt + pile


def main(names):
    status = 0
    for name in names:
        with open(name, encoding="utf-8") as file:
            record = read(file.read())
        if record is None:
            print(f"{name}: nothing shows how it was shuffled", file=sys.stderr)
            status = status or 2
            continue
        try:
            check(record)
        except (Unfair, KeyError, ValueError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            status = 1
            continue
        tiles, granada, money = draws(record["ruleset"], record["seed"])
        added = sum(nonce != "-" for _, nonce in record["nonces"])
        print(f"{name}: shuffled fairly, with nonces of {added} seats")
        for what, order in (("tiles", tiles), ("granada", granada), ("money", money)):
            print(what, *order)
    return status


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
