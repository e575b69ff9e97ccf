#!/usr/bin/env python3
"""Debugs a kernel of conformance-debug-info with gdb: stops at lines, steps, and
prints variables and ids.

    debugger_check.py PROGRAM

Exit code 77 tells ctest that there is no gdb, or none that may debug here.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile


def run_gdb(program, options, commands):
    """What gdb prints for commands, on the kernel built with options."""
    with tempfile.NamedTemporaryFile("w", suffix=".gdb") as script:
        script.write("""
set confirm off
set pagination off
set width 0
set breakpoint pending on
set disable-randomization off
set startup-with-shell off
set debuginfod enabled off
""" + commands)
        script.flush()
        environment = dict(os.environ, FERRY_THREADS="1",
                           FERRY_TEST_OPTIONS=options)
        done = subprocess.run(
            ["gdb", "-q", "-nx", "-batch", "-x", script.name, "--args",
             program, "--gtest_filter=DebugInfo.ForDebuggers"],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL, text=True, errors="replace", timeout=300)
    return done.stdout


def check(text, expected):
    """The expected patterns are in the text, one after the other."""
    at = 0
    for pattern in expected:
        found = re.compile(pattern, re.MULTILINE).search(text, at)
        if not found:
            print(text)
            sys.exit(f"gdb has not printed what matches '{pattern}'"
                     " behind what matches the patterns before")
        at = found.end()


def main():
    program = sys.argv[1]
    if not shutil.which("gdb"):
        print("skipped: there is no gdb")
        sys.exit(77)

    # For people: the work-item 5 of 16 is number 1 of group 1.
    text = run_gdb(program, "-cl-opt-disable -g", """
break program.cl:15 if get_global_id[0] == 5
run
print get_global_id
print get_local_id
print get_group_id
print iterations
print data[6]
print r
print sum
print i
print tile
print large[3]
print program_variable
next
print sum
delete
break program.cl:13 if get_global_id[0] == 6
continue
print sum
step
print x
next
print half_x
backtrace 2
delete
finish
continue
""")
    if "ptrace: Operation not permitted" in text or \
            "Could not trace the inferior process" in text:
        print("skipped: gdb may not debug here")
        sys.exit(77)
    check(text, [
        r"blend \(data=0x[0-9a-f]+, iterations=2\) at /.*/program\.cl:15$",
        r"^15\t    sum \+= tile\[i \^ 1\];$",
        r"= \{5, 0, 0\}$", r"= \{1, 0, 0\}$", r"= \{1, 0, 0\}$",
        r"= 2$",             # iterations
        r"= 6$",             # data[6]
        r"= 0$",             # r
        r"= 5$",             # sum
        r"= 1$",             # i
        r"= \{2, 2\.5, 3, 3\.5\}$",
        r"= 5$",             # large[3]
        r"= 7$",             # program_variable
        r"^15\t    sum",     # next: of the work-item after it
        r"= 6$",             # which has a sum of its own
        r"blend \(.*program\.cl:13$",
        r"= 9\.5$",          # the sum of the second iteration
        r"halve \(x=9\.5\) at /.*/program\.cl:2$",
        r"= 9\.5$",          # x
        r"^3\t  return half_x;$",
        r"= 4\.75$",         # half_x
        r"#0 .*halve \(x=9\.5\)", r"#1 .*blend \(",
        r"Value returned is .* = 4\.75$",
        r"1 test .*ran", r"exited normally",
    ])

    # With optimised code there are lines.
    text = run_gdb(program, "-g", """
tbreak -qualified blend
run
backtrace 1
info line program.cl:18
continue
""")
    check(text, [
        r"^6\tkernel void blend",
        r"#0 .*blend ", r"Line 18 of .* <blend\+\d+>", r"exited normally",
    ])


main()
