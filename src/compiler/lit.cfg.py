"""The passes' tests: opt and llc with Ferry's passes loaded, checked by
FileCheck; and Clang alone, for what is worked around."""

import os
import lit.formats

config.name = "ferry-passes"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".cl", ".ll"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["output"]
config.environment["PATH"] = (
    lit_config.params["tools"] + os.pathsep + os.environ["PATH"]
)
# For tests of what versions of LLVM before these lack, or spell in another way.
for version in range(20, int(lit_config.params["llvm"]) + 1):
    config.available_features.add("llvm-" + str(version))
# For tests of an instruction set that FERRY_CPU asks for.
if os.uname().machine == "x86_64":
    config.available_features.add("x86-64")
# opt and llc are not built with a sanitizer, which wants to be there first.
# What they do not free is not ours.
preload = lit_config.params.get("preload", "")
if preload:
    preload = "env ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD=" + preload + " "
config.substitutions.append(
    (
        "%ferry-opt",
        preload + "opt -S -load-pass-plugin=" + lit_config.params["plugin"] + " -passes",
    )
)
config.substitutions.append(
    ("%ferry-llc", preload + "llc -load=" + lit_config.params["plugin"])
)
