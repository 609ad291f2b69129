"""Our bots by name, each with the arguments that it needs.

A bot is asked with a state and sees of it what its player sees. Its luck follows from its seed and the game's, so that a game
can be played again; only a budget of time makes it depend on the machine.
"""

from alhambra._native import Bot

__all__ = ["Bot", "Casual", "Easy", "Fair", "Greedy", "Master", "Random", "Search", "Strong"]


def Random(seed: int = 0) -> Bot:  # noqa: N802 - it reads like the bot it makes
    """Does anything that is legal."""
    return Bot("random", seed)


def Easy(seed: int = 0) -> Bot:  # noqa: N802
    """Plays like a beginner, who overlooks things and thinks of nobody else."""
    return Bot("easy", seed)


def Casual(seed: int = 0) -> Bot:  # noqa: N802
    """Plays like somebody who has played a few times."""
    return Bot("casual", seed)


def Greedy(seed: int = 0) -> Bot:  # noqa: N802
    """Judges the position after every action and takes the best one."""
    return Bot("greedy", seed)


def Fair(seed: int = 0) -> Bot:  # noqa: N802
    """Thinks a few turns ahead, for a moment."""
    return Bot("fair", seed)


def Strong(seed: int = 0, threads: int = 1) -> Bot:  # noqa: N802
    """Thinks a quarter of a second about every decision."""
    return Bot("strong", seed, threads)


def Master(seed: int = 0, threads: int = 1) -> Bot:  # noqa: N802
    """Thinks two seconds about every decision."""
    return Bot("master", seed, threads)


def Search(  # noqa: N802
    *, ms: int | None = None, iterations: int | None = None, seed: int = 0, threads: int = 1
) -> Bot:
    """Thinks as long as it is told to: so many milliseconds, or so many iterations of its search."""
    if (ms is None) == (iterations is None):
        msg = "say either ms or iterations"
        raise ValueError(msg)
    return Bot(f"search:{ms}ms" if ms is not None else f"search:{iterations}it", seed, threads)
