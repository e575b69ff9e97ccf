#!/usr/bin/env python3
"""Compares Ferry's column of docs/features.md with include/ferry/extensions.h.

usage: features_check.py SOURCE_FOLDER
"""

import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
tables = (source / "include/ferry/extensions.h").read_text()
entries = re.findall(r'{"(\w+)",\s*version\((\d+), (\d+), (\d+)\)}', tables)
expected = {
    name: "yes" if name.startswith("__") else ".".join(version)
    for name, *version in entries
}
page = (source / "docs/features.md").read_text()
found = {
    name: ferry
    for name, ferry in re.findall(r"^\| `(\w+)` \| ([^|]*) \|", page, re.MULTILINE)
    if ferry != "–"
}
for name in sorted(expected.keys() | found.keys()):
    if expected.get(name) != found.get(name):
        print(f"{name}: {expected.get(name)}, in docs/features.md {found.get(name)}")
sys.exit(not expected or expected != found)
