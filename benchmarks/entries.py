"""Ten thousand lines of a baseline, so many times: `split` them, or `match` them with findings."""

from __future__ import annotations

import sys

from tdomcheck.baseline.entries import BaselineKey, counted, read_baseline, write_baseline
from tdomcheck.baseline.matching import match

ENTRIES = 10_000


def main(mode: str, times: int) -> None:
    keys = [
        BaselineKey(
            f"TDC{100 + number % 60}", f"src/shop/m{number // 20}.py", f"View{number % 7}.page", f"{number:016x}"
        )
        for number in range(ENTRIES)
    ]
    text = write_baseline(counted(keys), {})
    for _ in range(times):
        if mode == "split":
            for line in text.split("\n"):
                line.split("\t")
        elif mode == "match":
            matching = match(read_baseline(text, "baseline"), keys, lambda _: False)
            if len(matching.matched) != ENTRIES:
                raise AssertionError(mode)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
