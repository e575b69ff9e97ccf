//===- RandomOperations.cpp - Operations as OpenCL C ----------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomOperations.h"

namespace conformance::programs {

/// The operator or the function.
static std::string nameOf(Op O) {
  switch (O) {
  case Op::Add:
  case Op::PlainAdd:
    return "+";
  case Op::Sub:
  case Op::PlainSub:
  case Op::Neg:
    return "-";
  case Op::Mul:
  case Op::PlainMul:
    return "*";
  case Op::Div:
    return "/";
  case Op::Rem:
    return "%";
  case Op::And:
    return "&";
  case Op::Or:
    return "|";
  case Op::Xor:
    return "^";
  case Op::Not:
    return "~";
  case Op::Shl:
    return "<<";
  case Op::Shr:
    return ">>";
  case Op::Less:
    return "<";
  case Op::LessEqual:
    return "<=";
  case Op::Greater:
    return ">";
  case Op::GreaterEqual:
    return ">=";
  case Op::Equal:
    return "==";
  case Op::NotEqual:
    return "!=";
  case Op::LogicAnd:
    return "&&";
  case Op::LogicOr:
    return "||";
  case Op::LogicNot:
    return "!";
  case Op::Min:
    return "min";
  case Op::Max:
    return "max";
  case Op::Abs:
    return "abs";
  case Op::AbsDiff:
    return "abs_diff";
  case Op::MulHi:
    return "mul_hi";
  case Op::MadHi:
    return "mad_hi";
  case Op::Rotate:
    return "rotate";
  case Op::Popcount:
    return "popcount";
  case Op::Clz:
    return "clz";
  case Op::Ctz:
    return "ctz";
  case Op::AddSat:
    return "add_sat";
  case Op::SubSat:
    return "sub_sat";
  case Op::Hadd:
    return "hadd";
  case Op::Rhadd:
    return "rhadd";
  case Op::Bitselect:
    return "bitselect";
  case Op::Upsample:
    return "upsample";
  case Op::Any:
    return "any";
  case Op::All:
    return "all";
  case Op::Fma:
    return "fma";
  case Op::Sqrt:
    return "sqrt";
  case Op::Fabs:
    return "fabs";
  case Op::Floor:
    return "floor";
  case Op::Ceil:
    return "ceil";
  case Op::Trunc:
    return "trunc";
  case Op::Rint:
    return "rint";
  case Op::IsNan:
    return "isnan";
  case Op::IsInf:
    return "isinf";
  case Op::Select:
    return "select";
  case Op::Shuffle:
    return "shuffle";
  case Op::Shuffle2:
    return "shuffle2";
  default:
    return "";
  }
}

std::string componentsText(const std::vector<uint64_t> &Components) {
  std::string Text = ".s";
  for (uint64_t C : Components)
    Text += "0123456789abcdef"[C];
  return Text;
}

/// Name of a function of the prelude: as_To without NaN on either side.
static std::string bitsFunction(Type To, Type From,
                                std::set<std::string> &Prelude) {
  std::string T = To.name(), F = From.name(), Name = "bits_" + T + "_of_" + F;
  auto Known = [](Type X, const std::string &Variable) {
    std::string Zero = "(" + X.name() + ")0";
    return !X.isFloat() ? Variable
           : X.isVector()
               ? "select(" + Variable + ", " + Zero + ", isnan(" + Variable +
                     "))"
               : "(isnan(" + Variable + ") ? " + Zero + " : " + Variable + ")";
  };
  Prelude.insert(T + " " + Name + "(" + F + " x) {\n  " + T + " y = as_" + T +
                 "(" + Known(From, "x") + ");\n  return " + Known(To, "y") +
                 ";\n}\n");
  return Name;
}

/// Integer arithmetic that wraps, and stays in its type.
static std::string integerText(Op O, Type T,
                               const std::vector<std::string> &X) {
  std::string Name = " " + nameOf(O) + " ", Cast = "(" + T.name() + ")",
              Unsigned = T.integer(false).name();
  bool Wraps = O == Op::Add || O == Op::Sub || O == Op::Mul || O == Op::Neg;
  if (T.isVector()) {
    auto As = [&](const std::string &A) {
      return T.isSigned() && Wraps ? "as_" + Unsigned + "(" + A + ")" : A;
    };
    std::string Text = O == Op::Neg   ? "(-" + As(X[0]) + ")"
                       : O == Op::Not ? "(~" + X[0] + ")"
                                      : "(" + As(X[0]) + Name + As(X[1]) + ")";
    return T.isSigned() && Wraps ? "as_" + T.name() + Text : Text;
  }
  bool Small = T.elementBytes() < 4;
  if (Wraps) {
    std::string Wide = Small ? "(uint)" : "(" + Unsigned + ")";
    if (O == Op::Neg)
      return "(" + Cast + "(0u - " + Wide + X[0] + "))";
    if (Small || T.isSigned())
      return "(" + Cast + "(" + Wide + X[0] + Name + Wide + X[1] + "))";
    return "(" + X[0] + Name + X[1] + ")";
  }
  if (!Small)
    return O == Op::Not ? "(~" + X[0] + ")" : "(" + X[0] + Name + X[1] + ")";
  if (O == Op::Not)
    return "(" + Cast + "(~" + X[0] + "))";
  if (O == Op::Shl || O == Op::Shr)
    return "(" + Cast + "(" + (O == Op::Shl ? "(uint)" : "(int)") + X[0] +
           Name + "((uint)" + X[1] + " & " +
           std::to_string(8 * T.elementBytes() - 1) + "u)))";
  return "(" + Cast + "(" + X[0] + Name + X[1] + "))";
}

std::string text(Op O, Type To, const std::vector<Type> &Types,
                 const std::vector<std::string> &X,
                 const std::vector<uint64_t> &Components,
                 std::set<std::string> &Prelude) {
  std::string T = To.name();
  auto List = [&X] {
    std::string Text = X[0];
    for (size_t I = 1; I < X.size(); ++I)
      Text += ", " + X[I];
    return "(" + Text + ")";
  };
  bool IsOperator = (O <= Op::Neg) || (O >= Op::Rem && O <= Op::Shr);
  if (IsOperator && !To.isFloat())
    return integerText(O, To, X);
  if (O == Op::Neg)
    return "(-" + X[0] + ")";
  if (IsOperator || (O >= Op::PlainAdd && O <= Op::PlainMul) ||
      (O >= Op::Less && O <= Op::LogicOr))
    return "(" + X[0] + " " + nameOf(O) + " " + X[1] + ")";
  switch (O) {
  case Op::Min:
  case Op::Max:
    if (To.isFloat())
      return "(f" + nameOf(O) + List() + " + (" + T + ")0)";
    break;
  case Op::Clamp:
    return "clamp(" + X[0] + ", min(" + X[1] + ", " + X[2] + "), max(" + X[1] +
           ", " + X[2] + "))";
  case Op::LogicNot:
    return "(!" + X[0] + ")";
  case Op::Choose:
  case Op::ChooseLanes: {
    std::string Text = "(" + X[0] + " ? " + X[1] + " : " + X[2] + ")";
    return To.isVector() || To.elementBytes() >= 4
               ? Text
               : "((" + T + ")" + Text + ")";
  }
  case Op::Convert:
    return To.isVector() ? "convert_" + T + List()
                         : "((" + T + ")" + X[0] + ")";
  case Op::ConvertSat:
    return "convert_" + T + "_sat" + List();
  case Op::Bits:
    return bitsFunction(To, Types[0], Prelude) + List();
  case Op::Repack:
    return "as_" + T + List();
  case Op::Construct:
    return "((" + T + ")" + List() + ")";
  case Op::Swizzle:
    return "(" + X[0] + ")" + componentsText(Components);
  default:
    break;
  }
  return nameOf(O) + List();
}

} // namespace conformance::programs
