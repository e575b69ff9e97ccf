//===- Builtins.h - Built-in functions over tables of values ----*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Evaluates expressions of OpenCL C over arrays, once in every vector width,
/// so that tests compare built-ins with C++ element by element.
///
//===----------------------------------------------------------------------===//

#ifndef FERRY_CONFORMANCE_BUILTINS_H
#define FERRY_CONFORMANCE_BUILTINS_H

#include "Support.h"

#include <limits>

namespace conformance {

inline constexpr unsigned VectorWidths[] = {1, 2, 3, 4, 8, 16};

/// "float", "float2", ...
inline std::string widened(const std::string &Type, unsigned Width) {
  return Width == 1 ? Type : Type + std::to_string(Width);
}

/// The name OpenCL C has for a C++ type.
template <class T> constexpr const char *clName() {
  if constexpr (std::is_same_v<T, float>)
    return "float";
  else if constexpr (std::is_same_v<T, double>)
    return "double";
  else if constexpr (std::is_signed_v<T>)
    return sizeof(T) == 1   ? "char"
           : sizeof(T) == 2 ? "short"
           : sizeof(T) == 4 ? "int"
                            : "long";
  else
    return sizeof(T) == 1   ? "uchar"
           : sizeof(T) == 2 ? "ushort"
           : sizeof(T) == 4 ? "uint"
                            : "ulong";
}

/// Arrays of inputs; their length is a multiple of 48, so that every width
/// divides it.
inline constexpr size_t TableUnit = 48;

/// A program with a kernel `f<width>` for every width. In an expression W
/// stands for the width as a suffix ("" or "4"), and a, b, c are the inputs.
///
/// \param Inputs OpenCL C names of the inputs' scalar types.
/// \param Output that of the result.
/// \param Expressions one array of results each, one after the other.
class Expressions {
public:
  Expressions(std::vector<std::string> Inputs, std::string Output,
              std::vector<std::string> Texts, const std::string &Options = "")
      : count(Texts.size()) {
    std::string Source = "#ifdef cl_khr_fp16\n"
                         "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                         "#endif\n";
    for (unsigned Width : VectorWidths) {
      std::string Suffix = Width == 1 ? "" : std::to_string(Width);
      Source += "__kernel void f" + std::to_string(Width) + "(__global " +
                Output + " *out, ulong n";
      for (size_t I = 0; I != Inputs.size(); ++I)
        Source += ", __global const " + Inputs[I] + " *in" + letter(I);
      Source += ") {\n  size_t i = get_global_id(0);\n";
      for (size_t I = 0; I != Inputs.size(); ++I)
        Source += "  " + Inputs[I] + Suffix + " " + letter(I) + " = " +
                  (Width == 1 ? "in" + letter(I) + "[i]"
                              : "vload" + Suffix + "(i, in" + letter(I) + ")") +
                  ";\n";
      for (size_t E = 0; E != Texts.size(); ++E) {
        std::string Value = replaced(Texts[E], Suffix);
        std::string To = "out + " + std::to_string(E) + " * n";
        Source += Width == 1 ? "  (" + To + ")[i] = " + Value + ";\n"
                             : "  vstore" + Suffix + "(" + Value + ", i, " +
                                   To + ");\n";
      }
      Source += "}\n";
    }
    program = build(Source, Options);
  }

  /// All results of width \p Width: expression after expression.
  template <class Out, class... In>
  std::vector<Out> run(unsigned Width, const std::vector<In> &...Values) {
    size_t Length = std::get<0>(std::tie(Values...)).size();
    Kernel K = makeKernel(program, ("f" + std::to_string(Width)).c_str());
    Buffer Result = makeBuffer(count * Length * sizeof(Out));
    std::array<Buffer, sizeof...(In)> Buffers = {upload(Values)...};
    setArgs(K, Result, cl_ulong(Length));
    for (cl_uint I = 0; I != Buffers.size(); ++I)
      setArg(K, I + 2, Buffers[I]);
    launch(K, {{Length / Width}, {}, {}});
    return download<Out>(Result, count * Length);
  }

private:
  static std::string letter(size_t I) { return std::string(1, "abc"[I]); }

  /// Replaces the word W, wherever it ends an identifier or stands alone.
  static std::string replaced(const std::string &Text,
                              const std::string &Suffix) {
    std::string Result;
    for (size_t I = 0; I != Text.size(); ++I) {
      bool Ends = I + 1 == Text.size() ||
                  !std::isalnum(static_cast<unsigned char>(Text[I + 1]));
      // _W before a rounding mode: convert_intW_sat.
      if (Text[I] == 'W' && (Ends || Text[I + 1] == '_'))
        Result += Suffix;
      else
        Result += Text[I];
    }
    return Result;
  }

  size_t count;
  Program program;
};

} // namespace conformance

#endif // FERRY_CONFORMANCE_BUILTINS_H
