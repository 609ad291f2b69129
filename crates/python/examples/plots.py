# %% [markdown]
"""What games between bots say about Alhambra: plots from files of `alhambra simulate --parquet`.

Cells begin with `# %%`, so that editors and `jupytext` open this file as a notebook. As a program:

    alhambra simulate --bots greedy --players 3 --games 300 --parquet base.parquet
    alhambra simulate --bots greedy --players 3 --games 300 --modules camps --parquet camps.parquet
    python examples/plots.py base.parquet camps.parquet --out docs/pictures
"""

# %%
from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

mpl.use("Agg")

KINDS = ["pavilion", "seraglio", "arcades", "chambers", "garden", "tower"]
# The colours of the kinds on the tiles, dark enough to be read on white.
COLOURS = ["#3b6ea5", "#a33b3b", "#7a5230", "#8a8a8a", "#4a8a3c", "#7a4f9a"]


# %% One row for every player of every game
def results(files: list[Path]) -> pd.DataFrame:
    """The outcome columns, once for each seat of each game."""
    outcome = ["end_score", "end_best_other", "end_won", "end_wall"]
    outcome += [f"end_n_{kind}" for kind in KINDS] + [f"end_points_{kind}" for kind in ["wall", *KINDS]]
    tables = []
    for file in files:
        rows = pd.read_parquet(file, columns=["game", "seat", "ruleset", "players", *outcome])
        tables.append(rows.groupby(["ruleset", "game", "seat"], as_index=False).first())
    return pd.concat(tables)


# %% Scores by module
def scores_by_module(table: pd.DataFrame, axes: Any) -> None:
    """How many points a player ends with, by ruleset."""
    groups = list(table.groupby("ruleset", sort=False))
    names = [str(name).replace("alhambra 3", "").strip() or "no module" for name, _ in groups]
    axes.boxplot([rows["end_score"] for _, rows in groups], tick_labels=names, orientation="horizontal")
    axes.set(title="Points at the end, by module", xlabel="points")


# %% What a kind of building is worth
def value_of_kinds(table: pd.DataFrame, axes: Any) -> None:
    """How many points a building brings, by kind and by how many a player has of it."""
    for kind, colour in zip(KINDS, COLOURS, strict=True):
        owners = table[table[f"end_n_{kind}"] > 0]
        points = owners.groupby(f"end_n_{kind}")[f"end_points_{kind}"].agg(["mean", "size"])
        points = points[points["size"] >= 10]
        axes.plot(points.index, points["mean"], "o-", color=colour, label=kind)
    axes.set(title="Points of a kind, by how many one has", xlabel="buildings", ylabel="points in a game")
    axes.legend(frameon=False, fontsize=8)


# %% How long walls are
def length_of_walls(table: pd.DataFrame, axes: Any) -> None:
    """The longest wall at the end, of victors and of the others."""
    longest = int(table["end_wall"].max()) + 1
    for won, rows in table.groupby(table["end_won"] > 0):
        name = "victors" if won else "others"
        axes.hist(rows["end_wall"], bins=np.arange(longest + 1) - 0.5, density=True, alpha=0.6, label=name)
    axes.set(title="Longest wall at the end", xlabel="sides", ylabel="share of players")
    axes.legend(frameon=False)


# %% Luck
def luck(files: list[Path], axes: Any) -> None:
    """How often whoever leads at a moment of the game wins it: equal bots, so the rest is luck."""
    columns = ["score", "best_other", "tiles", "end_won", "supply"]
    rows = pd.concat([pd.read_parquet(file, columns=columns) for file in files])
    phase = pd.cut(rows["supply"], [-1, 10, 20, 30, 100], labels=["up to 10", "11 to 20", "21 to 30", "more"])
    for name, part in rows.groupby(phase, observed=True):
        lead = ((part["score"] - part["best_other"]) / 5).round() * 5
        won = part.groupby(lead)["end_won"].agg(["mean", "size"])
        won = won[won["size"] >= 200]
        axes.plot(won.index, won["mean"], "o-", ms=3, label=f"{name} tiles to come")
    axes.axhline(1 / 3, color="grey", lw=0.5)
    axes.set(title="What a lead is worth", xlabel="points ahead of the best other", ylabel="victories", ylim=(0, 1))
    axes.legend(frameon=False, fontsize=8)


# %%
def main() -> None:
    """Draw everything into one picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, help="the base game first")
    parser.add_argument("--out", type=Path, default=Path(), help="folder of the picture")
    arguments = parser.parse_args()
    table = results(arguments.files)
    base = table[table["ruleset"] == table["ruleset"].iloc[0]]
    figure, axes = plt.subplots(2, 2, figsize=(11, 8), layout="constrained")
    scores_by_module(table, axes[0, 0])
    value_of_kinds(base, axes[0, 1])
    length_of_walls(base, axes[1, 0])
    luck(arguments.files[:1], axes[1, 1])
    for plot in axes.flat:
        plot.spines[["top", "right"]].set_visible(False)
    arguments.out.mkdir(parents=True, exist_ok=True)
    figure.savefig(arguments.out / "python-plots.webp", dpi=80, pil_kwargs={"quality": 80})
    means = table.groupby("ruleset", sort=False)["end_score"].mean().round(1)
    print(means.to_string())


if __name__ == "__main__":
    main()
