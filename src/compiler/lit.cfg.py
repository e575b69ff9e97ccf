"""The passes' tests: opt and llc with Ferry's passes loaded, checked by
FileCheck."""

import os
import lit.formats

config.name = "ferry-passes"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".ll"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["output"]
config.environment["PATH"] = (
    lit_config.params["tools"] + os.pathsep + os.environ["PATH"]
)
config.substitutions.append(
    (
        "%ferry-opt",
        "opt -S -load-pass-plugin=" + lit_config.params["plugin"] + " -passes",
    )
)
config.substitutions.append(
    ("%ferry-llc", "llc -load=" + lit_config.params["plugin"])
)
