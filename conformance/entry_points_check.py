#!/usr/bin/env python3
"""Compares docs/entry-points.md with the entry points and the tests of the tree.

usage: entry_points_check.py SOURCE_FOLDER

Every entry point has a row and no other has one; every test that is named
exists; every letter that stands instead of one is explained.
"""

import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
entries = set()
for file in ("icd/Dispatch.cpp", "icd/Functions.cpp",
             "include/ferry/extension-functions.h"):
    entries |= set(re.findall(r"\bcl[A-Z]\w+", (source / file).read_text()))
tests = set()
for file in (source / "conformance").rglob("*.cpp"):
    for suite, name in re.findall(r"\bTEST(?:_F|_P)?\((\w+),\s*(\w+)\)",
                                  file.read_text()):
        tests.add(f"{suite}.{name}")
page = (source / "docs/entry-points.md").read_text()
letters = set(re.findall(r"^\| (\(\w\)) \|", page, re.MULTILINE))
rows = re.findall(r"^\| `(cl\w+)` \| ([^|]*) \| ([^|]*)\|$", page, re.MULTILINE)

faults = [f"{name}: no row" for name in sorted(entries - {row[0] for row in rows})]
for name, error, test in rows:
    test = test.strip()
    if name not in entries:
        faults.append(f"{name}: no entry point")
    if test.startswith("`"):
        if test.strip("`") not in tests:
            faults.append(f"{name}, {error}: there is no test {test}")
    elif test.startswith("(") and test not in letters:
        faults.append(f"{name}, {error}: {test} is not explained")
print("\n".join(faults))
sys.exit(bool(faults) or not rows)
