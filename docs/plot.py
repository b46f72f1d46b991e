#!/usr/bin/env python3
"""Draws one metric of JSON or CSV reports: medians, with a bar from the least to the greatest repeat.

The script needs matplotlib (on Debian: apt-get install python3-matplotlib). For example:

    python3 docs/plot.py before.json after.csv --metric committedPerSecond --output plot.png

A side with a position, such as a skew, becomes a dot of a line; all other sides become bars.
"""

import argparse
import csv
import json
import pathlib
import statistics
import sys


def of_json(path, metric):
    """Returns (at, side, x, label of x, unit, repeats) for each side that has the metric."""
    report = json.loads(path.read_text(encoding="utf-8"))
    if report.get("schema") != 1:
        sys.exit(f"{path}: schema: must be 1, not {report.get('schema')}")
    return [
        (
            side["at"],
            side["side"],
            side.get("x"),
            side.get("xLabel", ""),
            side["metrics"][metric]["unit"],
            [float(value) for value in side["metrics"][metric]["repeats"] if value is not None],
        )
        for side in report["sides"]
        if metric in side["metrics"]
    ]


def of_csv(path, metric):
    """Returns the same as of_json, from a CSV report."""
    sides = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["metric"] == metric:
                x = float(row["x"]) if row["x"] else None
                key = (row["at"], row["side"], x, row["xLabel"], row["unit"])
                values = sides.setdefault(key, [])
                if row["value"]:
                    values.append(float(row["value"]))
    return [(*key, values) for key, values in sides.items()]


def spread(values):
    """Returns the median, and the lengths of the error bar below and above the median."""
    median = statistics.median(values)
    return median, median - min(values), max(values) - median


def draw_lines(axes, name, sides):
    """Draws the sides of a file that have a position, and returns the number of drawn values."""
    lines = {}
    for _, side, x, _, _, values in sides:
        if values and x is not None:
            lines.setdefault(side, []).append((x, *spread(values)))
    for side, points in lines.items():
        xs, medians, below, above = zip(*sorted(points))
        label = f"{name}: {side}" if name else side
        axes.errorbar(xs, medians, yerr=[below, above], marker="o", capsize=3, label=label)
    return sum(len(points) for points in lines.values())


def draw_bars(axes, files):
    """Draws the sides without a position, with the files side by side, and returns their number."""
    files = {
        name: {
            f"{side}, {at}" if at else side: spread(values)
            for at, side, x, _, _, values in sides
            if values and x is None
        }
        for name, sides in files.items()
    }
    names = dict.fromkeys(side for bars in files.values() for side in bars)
    places = {side: place for place, side in enumerate(names)}
    width = 0.8 / len(files)
    for number, (name, bars) in enumerate(files.items()):
        if bars:
            xs = [places[side] + (number - (len(files) - 1) / 2) * width for side in bars]
            medians, below, above = zip(*bars.values())
            axes.bar(xs, medians, width, yerr=[below, above], capsize=3, label=name or "median")
    if places:
        axes.set_xticks(range(len(places)), places)
    return sum(len(bars) for bars in files.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", metavar="FILE", nargs="+", type=pathlib.Path)
    parser.add_argument("--metric", default="committedPerSecond", help="the metric to draw")
    parser.add_argument("--at", help="draw only the sides whose field at contains this text")
    parser.add_argument("--output", default="plot.png", help="the file: .png, .svg or .pdf")
    options = parser.parse_args()
    x_labels, units, files = set(), {}, {}
    stems = [path.stem for path in options.files]
    for path in options.files:
        try:
            read = of_csv if path.suffix == ".csv" else of_json
            sides = read(path, options.metric)
        except (OSError, ValueError, csv.Error) as error:
            sys.exit(f"{path}: {error}")
        except (KeyError, TypeError, AttributeError) as error:
            sys.exit(f"{path}: not a report, or a field is missing: {error}")
        sides = [side for side in sides if not options.at or options.at in side[0]]
        if not sides:
            sys.exit(f"{path}: no side has the metric {options.metric}")
        is_unique = stems.count(path.stem) == 1
        name = "" if len(stems) == 1 else path.stem if is_unique else str(path)
        files[name] = sides
        x_labels.update(side[3] for side in sides if side[3])
        for unit in dict.fromkeys(side[4] for side in sides):
            units.setdefault(unit, path)
            if len(units) > 1:
                other = next(iter(units))
                sys.exit(
                    f"{path}: the metric {options.metric} has the unit {unit}, and in"
                    f" {units[other]} the unit {other}"
                )
    # matplotlib takes a second to load, so mistakes in the arguments and the files are found before.
    import matplotlib

    matplotlib.use("Agg")  # Draws to a file, without a display.
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 5))
    values = sum(draw_lines(axes, name, sides) for name, sides in files.items())
    values += draw_bars(axes, files)
    axes.set_xlabel(" / ".join(sorted(x_labels)))
    axes.set_ylabel(f"{options.metric}, {next(iter(units))}")
    axes.legend()
    try:
        figure.savefig(options.output, bbox_inches="tight")
    except (OSError, ValueError) as error:
        sys.exit(f"{options.output}: {error}")
    print(f"{options.output}: {values} values")


if __name__ == "__main__":
    main()
