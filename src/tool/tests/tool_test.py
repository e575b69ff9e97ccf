#!/usr/bin/env python3
# Part of Ferry, under the Apache License v2.0.
# SPDX-License-Identifier: Apache-2.0
"""Tests of the command `ferry`: tool_test.py FERRY TILE-FILTER SOURCE-FOLDER."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

FERRY, TILE_FILTER, SOURCE = sys.argv[1:4]
SUBCOMMANDS = ("info", "run", "check", "trace", "cc", "cache", "install", "uninstall")


def ferry(*arguments, **options):
    options.setdefault("capture_output", True)
    return subprocess.run([FERRY, *arguments], text=True, timeout=300, **options)


def options_in_help(subcommand):
    text = ferry(subcommand, "--help").stdout
    names = set(re.findall(r"^  --?([A-Za-z][\w-]*)", text, re.M))
    return {name.rstrip("-") for name in names} - {"help", "help-list"}


class Folder(unittest.TestCase):
    """A folder of its own, and a cache in it."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.environment = dict(os.environ, FERRY_CACHE_DIR=self.path("cache"))

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)
        return self.path(name)


class Help(unittest.TestCase):
    def test_lists_subcommands(self):
        text = ferry("--help").stdout
        for subcommand in SUBCOMMANDS:
            self.assertRegex(text, rf"(?m)^  {subcommand} +- ")

    def test_each_has_an_example(self):
        for subcommand in SUBCOMMANDS:
            text = ferry(subcommand, "--help").stdout
            self.assertRegex(text, rf"EXAMPLE:\n  ferry {subcommand}")

    def test_wrong_usage_is_status_2(self):
        for arguments in ([], ["nonsense"], ["run"], ["run", "--nonsense", "true"],
                          ["trace", "true"], ["trace", "--summary"],
                          ["cc"], ["cache"], ["install"], ["cache", "nonsense"],
                          ["run", "--cpu", "nonsense", "true"],
                          ["run", "--threads", "none", "true"]):
            result = ferry(*arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertTrue(result.stderr, arguments)

    def test_manual_has_the_options(self):
        with open(os.path.join(SOURCE, "ferry.1")) as file:
            manual = file.read().replace("\\-", "-")
        for subcommand in SUBCOMMANDS:
            section = re.search(rf"\.SS ferry {subcommand}\n(.*?)(?=\n\.S[SH] )",
                                manual, re.S).group(1)
            tags = "\n".join(re.findall(r"\.TP\n(.*)", section))
            told = {name.rstrip("-") for name in
                    re.findall(r"(?:^|[\s,\"])--?([A-Za-z][\w-]*)", tags)}
            self.assertEqual(told, options_in_help(subcommand), subcommand)

    def test_completion_knows_what_help_says(self):
        script = """
            source "$1/completion.bash"
            COMP_WORDS=("$2" "${@:3}") COMP_CWORD=$(($# - 2))
            _ferry "$2"
            printf '%s\\n' "${COMPREPLY[@]}"
        """

        def complete(*words):
            return subprocess.run(
                ["bash", "-c", script, "-", SOURCE, FERRY, *words], text=True,
                capture_output=True, timeout=60, check=True).stdout.split()
        self.assertLessEqual(set(SUBCOMMANDS), set(complete("")))
        self.assertEqual(complete("inf"), ["info"])
        self.assertEqual(complete("run", "--as"), ["--as-gpu"])
        self.assertEqual(complete("cache", "cl"), ["clear"])
        for subcommand in SUBCOMMANDS:
            names = {word.strip("-") for word in complete(subcommand, "-")}
            self.assertLessEqual(options_in_help(subcommand), names)
        # The program's own options are not the command's.
        self.assertNotIn("--as-gpu", complete("run", "true", "--as"))


class Run(unittest.TestCase):
    def test_passes_the_exit_status_on(self):
        self.assertEqual(ferry("run", "sh", "-c", "exit 7").returncode, 7)

    def test_passes_signals_on(self):
        result = ferry("run", "sh", "-c", "kill -TERM $$")
        self.assertEqual(result.returncode, -signal.SIGTERM)

    def test_tells_of_a_program_that_is_not_there(self):
        result = ferry("run", "/nonexistent/program")
        self.assertEqual(result.returncode, 127)
        self.assertIn("/nonexistent/program", result.stderr)

    def test_gives_arguments_as_they_are(self):
        result = ferry("run", "--threads=2", "printf", "%s|", "--threads", "a b", "--", "-o")
        self.assertEqual(result.stdout, "--threads|a b|--|-o|")

    def test_sets_the_environment(self):
        result = ferry("run", "--threads", "3", "--cpu", "sse2", "--width", "4",
                       "--as-gpu", "env")
        for line in ("FERRY_THREADS=3", "FERRY_CPU=sse2", "FERRY_WIDTH=4",
                     "FERRY_DEVICE_TYPE=gpu"):
            self.assertIn(line, result.stdout.splitlines())

    def test_loaders_find_ferry_alone(self):
        if not shutil.which("clinfo"):
            self.skipTest("there is no clinfo")
        if os.environ.get("FERRY_SANITIZE"):
            self.skipTest("clinfo is not built with sanitizers")
        # Whatever a user has set for other drivers.
        for name in ("OCL_ICD_VENDORS", "OCL_ICD_FILENAMES", "OPENCL_VENDOR_PATH"):
            result = ferry("run", "--as-gpu", "clinfo", "--raw",
                           env=dict(os.environ, **{name: "/nonexistent"}))
            self.assertRegex(result.stdout, r"#PLATFORMS +1\b")
            self.assertRegex(result.stdout, r"CL_PLATFORM_NAME +Ferry\b")
            self.assertIn("CL_DEVICE_TYPE_GPU", result.stdout)


class Compile(Folder):
    GOOD = """#include "scale.h"
        kernel void scale(global float *d) { d[get_global_id(0)] *= FACTOR; }
        kernel void twice(global int *d) { d[get_global_id(0)] *= 2; }"""

    def cc(self, *arguments, **options):
        return ferry("cc", *arguments, env=self.environment, **options)

    def good(self):
        self.write("scale.h", "#define FACTOR 3\n")
        return self.write("good.cl", self.GOOD)

    def test_says_nothing_of_a_good_program(self):
        result = self.cc(self.good())
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_names_file_and_line_of_an_error(self):
        file = self.write("bad.cl", "\nkernel void bad() {\n  nothing = 1;\n}\n")
        result = self.cc(file)
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"{file}:3:3: error:", result.stderr)

    def test_skips_a_byte_order_mark(self):
        file = self.write("marked.cl", "\ufeffkernel void marked() {}\n")
        result = self.cc(file)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_reads_stdin(self):
        result = self.cc("-", input="kernel void bad() { nothing = 1; }")
        self.assertEqual(result.returncode, 1)
        self.assertIn("<stdin>:1:", result.stderr)

    def test_takes_build_options(self):
        file = self.write("options.cl", """
            #if defined(A) && B == 2 && defined(__FAST_RELAXED_MATH__) && \\
                __OPENCL_C_VERSION__ == 200
            kernel void f() { int unused = sizeof(TEXT); }
            #else
            #error
            #endif""")
        options = ["-DA", "-D", "B=2", "-cl-std=CL2.0", "-cl-fast-relaxed-math",
                   '-DTEXT="a b\\n"', file, "--", "-w"]
        result = self.cc(*options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.cc(*options, "-nonsense").returncode, 2)

    def test_emits_ir_and_assembly(self):
        ir = self.cc("--emit", "ir", self.good()).stdout
        self.assertRegex(ir, r"define .*@ferry\.kernel\.scale")
        self.assertRegex(ir, r"define .*@ferry\.kernel\.twice")
        assembly = self.cc("--emit", "asm", "--kernel", "twice", self.good()).stdout
        self.assertIn("ferry.kernel.twice:", assembly)
        self.assertNotIn("ferry.kernel.scale:", assembly)

    def test_emits_one_object(self):
        self.assertEqual(self.cc("--emit", "object", self.good()).returncode, 1)
        self.assertEqual(self.cc("--emit", "object", "--kernel", "none",
                                 self.good()).returncode, 1)
        file = self.path("twice.o")
        result = self.cc("--emit", "object", "--kernel", "twice", "-o", file, self.good())
        self.assertEqual(result.returncode, 0)
        with open(file, "rb") as stream:
            self.assertEqual(stream.read(4), b"\x7fELF")

    def test_says_that_a_program_has_no_kernel(self):
        file = self.write("none.cl", "int twice(int I) { return 2 * I; }")
        for form in "ir", "asm", "object":
            result = self.cc("--emit", form, file)
            self.assertEqual(result.returncode, 1)
            self.assertIn("there is no such kernel", result.stderr)

    def test_width_and_cpu_change_the_code(self):
        def code(*options):
            return self.cc("--emit", "asm", "--kernel", "scale", *options,
                           self.good()).stdout
        self.assertIn("%ymm", code("--cpu", "avx2"))
        self.assertNotIn("%ymm", code("--cpu", "sse2"))
        self.assertNotEqual(code("--width", "1"), code("--width", "8"))

    def test_emits_code_that_is_made_for_formats_or_sizes(self):
        file = self.write("special.cl",
            "kernel void image(read_only image1d_t I, global float4 *Out) {\n"
            "  Out[get_global_id(0)] = read_imagef(I, (int)get_global_id(0));\n}\n"
            "kernel __attribute__((reqd_work_group_size(4, 1, 1)))\n"
            "void four(global float *V) { V[get_local_id(0)] *= 2; }\n")
        self.assertIn("ferry.kernel.image:",
                      self.cc("--emit", "asm", "--kernel", "image", file).stdout)
        four = self.cc("--emit", "asm", "--cpu", "avx512", "--kernel", "four", file).stdout
        self.assertIn("%xmm", four)
        self.assertNotIn("%zmm", four)

    def test_barriers_for_the_device_order_what_other_groups_see(self):
        file = self.write("scopes.cl",
            "kernel void own(global int *P) {\n  P[get_local_id(0)] = 1;\n"
            "  work_group_barrier(CLK_GLOBAL_MEM_FENCE);\n  P[99] = 1;\n}\n"
            "kernel void all(global int *P) {\n  P[get_local_id(0)] = 1;\n"
            "  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);\n"
            "  P[99] = 1;\n}\n")
        def code(kernel):
            return self.cc("--emit", "ir", "--kernel", kernel, "-cl-std=CL2.0", file).stdout
        self.assertNotIn("fence acq_rel", code("own"))
        self.assertIn("fence acq_rel", code("all"))

    def test_emits_a_program_binary(self):
        file = self.path("program.bin")
        self.assertEqual(self.cc("--emit", "binary", "-o", file, self.good()).returncode, 0)
        self.assertGreater(os.path.getsize(file), 100)

    def test_tells_of_files_that_it_cannot_use(self):
        self.assertEqual(self.cc(self.path("none.cl")).returncode, 2)
        result = self.cc("--emit", "ir", "-o", "/nonexistent/file", self.good())
        self.assertEqual(result.returncode, 1)
        self.assertIn("/nonexistent/file", result.stderr)


class Trace(Folder):
    """Of tile-filter, whose kernel brings tiles in and out by async copies."""

    PROGRAM = (TILE_FILTER, "--draw", "256", "128", "--runs", "1", "--output")

    def trace(self, *arguments):
        return ferry("trace", *arguments, *self.PROGRAM, self.path("filtered.png"),
                     env=dict(self.environment, TMPDIR=self.folder))

    def model(self):
        return os.path.join(SOURCE, "..", "trace", "examples", "dsp-2-channels.json")

    def test_writes_events(self):
        file = self.path("trace.json")
        result = self.trace("-o", file)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("Result", result.stdout)
        with open(file) as stream:
            events = json.load(stream)["traceEvents"]
        by_category = {}
        for event in events:
            by_category.setdefault(event.get("cat"), []).append(event)
        names = {category: {event["name"] for event in list_}
                 for category, list_ in by_category.items()}
        self.assertIn("filter_tiles", names["groups"])
        self.assertIn("filter_tiles", names["command"])
        self.assertIn("build", names["build"])
        self.assertIn("kernel filter_tiles", names["build"])
        self.assertIn("optimising", names["stage"])
        self.assertIn("wait", names["wait"])
        begun = [e["id"] for e in by_category["async copy"] if e["ph"] == "b"]
        ended = [e["id"] for e in by_category["async copy"] if e["ph"] == "e"]
        self.assertTrue(begun)
        self.assertEqual(sorted(begun), sorted(ended))
        # Slices of a thread lie in each other or apart.
        for track in {(e["pid"], e["tid"]) for e in events if e["ph"] == "X"}:
            slices = sorted((round(e["ts"] * 1000), -round(e["dur"] * 1000))
                            for e in events
                            if e["ph"] == "X" and (e["pid"], e["tid"]) == track)
            open_until = []
            for begin, length in slices:
                while open_until and open_until[-1] <= begin:
                    open_until.pop()
                if open_until:
                    self.assertLessEqual(begin - length, open_until[-1] + 1)
                open_until.append(begin - length)
        # Nothing is left behind.
        self.assertFalse([n for n in os.listdir(self.folder) if "trace-" in n])

    def test_prints_tables_and_draws(self):
        drawing = self.path("group.svg")
        result = self.trace("--summary", "--dma", self.model(), "--svg", drawing,
                            "--kernel", "filter_tiles")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr, r"(?m)^filter_tiles +\d+ .*%")
        self.assertRegex(result.stderr, r"on a DSP with 2 channels")
        with open(drawing) as stream:
            self.assertIn("channel 2", stream.read())

    def test_examples_of_models_are_right(self):
        folder = os.path.dirname(self.model())
        for name in os.listdir(folder):
            result = ferry("trace", "--dma", os.path.join(folder, name), "true")
            self.assertIn("did not use Ferry", result.stderr)

    def test_wrong_models_are_status_2(self):
        for file in (self.path("none.json"), self.write("wrong.json", "{}")):
            result = ferry("trace", "--dma", file, "true")
            self.assertEqual(result.returncode, 2)
            self.assertIn(file, result.stderr)

    def test_passes_endings_on(self):
        file = self.path("trace.json")
        self.assertEqual(ferry("trace", "-o", file, "sh", "-c", "exit 7").returncode, 7)
        self.assertEqual(ferry("trace", "-o", file, "/nonexistent").returncode, 127)
        result = ferry("trace", "-o", file, "sh", "-c", "kill -TERM $$")
        self.assertEqual(result.returncode, -signal.SIGTERM)

    def test_hands_signals_on(self):
        # The program tells that it is ready, and ends by its own handler.
        child = subprocess.Popen(
            [FERRY, "trace", "--summary", "sh", "-c",
             "trap 'exit 9' TERM; echo ready; while :; do sleep 0.05; done"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.assertEqual(child.stdout.readline(), "ready\n")
        child.terminate()
        self.assertEqual(child.wait(60), 9)
        child.stdout.close()


class Cache(Folder):
    def cache(self, action, **environment):
        return ferry("cache", action, env=dict(self.environment, **environment))

    def test_lists_counts_and_clears(self):
        self.assertIn("0 entries", self.cache("size").stdout)
        file = self.write("k.cl", "kernel void f(global int *d) { *d = 1; }")
        ferry("cc", file, "--", "-g", env=self.environment)
        foreign = self.write("cache/foreign", "not of the cache")
        entries = self.cache("list").stdout.splitlines()
        self.assertEqual(len([e for e in entries if e.endswith(".ferry")]), 1)
        self.assertEqual(len([e for e in entries if e.endswith(".source")]), 1)
        self.assertIn(f"{len(entries)} entries", self.cache("size").stdout)
        self.assertEqual(self.cache("clear").returncode, 0)
        self.assertEqual(os.listdir(self.path("cache")), ["foreign"])
        self.assertTrue(os.path.exists(foreign))

    def test_says_that_there_is_none(self):
        result = self.cache("size", FERRY_CACHE="0")
        self.assertEqual(result.returncode, 1)
        self.assertIn("FERRY_CACHE", result.stderr)


class Install(Folder):
    def test_for_the_user(self):
        environment = dict(os.environ, HOME=self.folder)
        environment.pop("XDG_CONFIG_HOME", None)
        result = ferry("install", "--user", env=environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        file = self.path(".config/OpenCL/vendors/ferry.icd")
        with open(file) as stream:
            driver = stream.read().strip()
        self.assertTrue(os.path.isfile(driver), driver)
        self.assertIn(f"export OCL_ICD_VENDORS={os.path.dirname(file)}", result.stdout)
        self.assertEqual(ferry("uninstall", "--user", env=environment).returncode, 0)
        self.assertFalse(os.path.exists(file))
        self.assertEqual(ferry("uninstall", "--user", env=environment).returncode, 1)

    def test_in_one_place_alone(self):
        self.assertEqual(ferry("install", "--user", "--system").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
