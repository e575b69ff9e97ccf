//===- Rows.cpp - The programs to build -----------------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Row.h"
#include "Sources.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>

namespace fs = std::filesystem;

namespace builds {

namespace {

constexpr char OneLine[] =
    "kernel void k(global float *a, float s) { a[get_global_id(0)] += s; }\n";

constexpr char EightLines[] = R"(kernel void k(global float *a, float s) {
  local float t[256];
  size_t l = get_local_id(0);
  t[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float x = 0;
  for (int i = 0; i < 16; ++i) x += sin(t[(l + i) & 255] * s) * exp(-x);
  a[get_global_id(0)] = x; }
)";

std::string repeated(unsigned Count,
                     const std::function<std::string(std::string)> &Line) {
  std::string Text;
  for (unsigned I = 0; I != Count; ++I)
    Text += Line(std::to_string(I));
  return Text;
}

/// A kernel of one work-item's numbers x and s.
std::string kernelOf(const std::string &Statements) {
  return "kernel void k(global float *a, float s) {\n"
         "  float x = a[get_global_id(0)];\n" +
         Statements + "  a[get_global_id(0)] = x;\n}\n";
}

std::string manyKernels() {
  return OneLine + repeated(999, [](const std::string &I) {
           return "kernel void k" + I +
                  "(global float *a, float s) "
                  "{ size_t i = get_global_id(0); a[i] = a[i] * " +
                  I + ".0f + s; }\n";
         });
}

std::string manyStatements() {
  return kernelOf(repeated(10000, [](const std::string &I) {
    return "  x = x * 1.25f + s; s = s * 0.5f - x * " + I + ".0f;\n";
  }));
}

/// Each function calls the next one twice.
std::string deepCalls() {
  std::string Text = "float f12(float x, int i) { return x * 1.5f + i; }\n";
  for (unsigned I = 12; I-- != 0;) {
    const std::string Number = std::to_string(I),
                      Next = "f" + std::to_string(I + 1);
    Text += "float f" + Number + "(float x, int i) {\n  float a = " + Next +
            "(x + " + Number + ", i), b = " + Next +
            "(a * 0.5f, i + 1);\n  return a > b ? a - b : a * b + i;\n}\n";
  }
  return Text + kernelOf("  x = f0(x, (int)s);\n");
}

std::string manyBarriers() {
  return kernelOf(
      "  local float t[256];\n  size_t l = get_local_id(0);\n" +
      repeated(200, [](const std::string &I) {
        return "  t[l] = x; barrier(CLK_LOCAL_MEM_FENCE);\n  x += t[(l + " + I +
               ") & 255] * 0.5f; barrier(CLK_LOCAL_MEM_FENCE);\n";
      }));
}

/// Which barriers there are is known when the kernel runs.
std::string conditionalBarriers() {
  return kernelOf("  local float t[256];\n  size_t l = get_local_id(0);\n" +
                  repeated(200, [](const std::string &I) {
                    return "  t[l] = x; if (s > " + I +
                           ".0f) barrier(CLK_LOCAL_MEM_FENCE);\n"
                           "  x += t[(l + " +
                           I + ") & 255] * 0.5f;\n";
                  }));
}

std::string manySigmoids() {
  return kernelOf(repeated(1000, [](const std::string &I) {
    return "  x = 1.0f / (1.0f + exp(-x * " + I + ".0f + s));\n";
  }));
}

std::string deepLoops() {
  std::string Text, End;
  for (unsigned I = 0; I != 8; ++I) {
    const std::string Variable = "i" + std::to_string(I);
    Text += "  for (int " + Variable + " = 0; " + Variable + " < s; ++" +
            Variable + ") { x += " + Variable + ";\n";
    End += "}";
  }
  return kernelOf(Text + "  " + End + "\n");
}

std::string textOf(const fs::path &Path) {
  std::ifstream File(Path, std::ios::binary);
  std::ostringstream Text;
  Text << File.rdbuf();
  if (!File)
    throw std::runtime_error(Path.string() + ": cannot be read");
  return Text.str();
}

std::vector<fs::path> sorted(const fs::path &Folder) {
  std::vector<fs::path> Paths;
  for (const auto &Entry : fs::directory_iterator(Folder))
    Paths.push_back(Entry.path());
  std::sort(Paths.begin(), Paths.end());
  return Paths;
}

Program programOf(const fs::path &File) {
  const fs::path Options = fs::path(File).replace_extension(".opt");
  return {textOf(File), fs::exists(Options) ? textOf(Options) : ""};
}

} // namespace

std::vector<Row> allRows(const std::string &Folder) {
  std::vector<Row> Rows{
      {"one line", {{OneLine, ""}}, true},
      {"eight lines", {{EightLines, ""}}, true},
      {"tile-filter",
       {{source::filter, "-DTILE_WIDTH=128 -DTILE_HEIGHT=32 -DGROUP_SIZE=64"}},
       false},
      {"1,000 kernels", {{manyKernels(), ""}}, false},
      {"20,000 statements", {{manyStatements(), ""}}, true},
      {"calls 12 deep, two each", {{deepCalls(), ""}}, true},
      {"400 barriers", {{manyBarriers(), ""}}, true},
      {"200 conditional barriers", {{conditionalBarriers(), ""}}, true},
      {"1,000 sigmoids", {{manySigmoids(), ""}}, true},
      {"loops 8 deep", {{deepLoops(), ""}}, true},
  };
  if (Folder.empty())
    return Rows;
  if (!fs::is_directory(Folder))
    throw std::runtime_error(Folder + ": no such folder");
  for (const fs::path &Path : sorted(Folder)) {
    Row Row{Path.stem().string(), {}, false};
    for (const fs::path &File :
         fs::is_directory(Path) ? sorted(Path) : std::vector{Path})
      if (File.extension() == ".cl")
        Row.programs.push_back(programOf(File));
    if (!Row.programs.empty())
      Rows.push_back(std::move(Row));
  }
  return Rows;
}

} // namespace builds
