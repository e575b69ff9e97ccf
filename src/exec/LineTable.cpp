//===- LineTable.cpp - Lines of the source by address ---------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "exec/LineTable.h"

#include <cstring>

namespace ferry::exec {

namespace {

/// Takes numbers and texts from the front; zeros once there is no more.
class Reader {
public:
  explicit Reader(std::string_view Bytes) : Rest(Bytes) {}

  bool atEnd() const { return Rest.empty(); }

  template <typename T> T number() {
    T Value = 0;
    const std::string_view Bytes = take(sizeof(T));
    if (Bytes.size() == sizeof(T))
      std::memcpy(&Value, Bytes.data(), sizeof(T));
    return Value;
  }
  std::uint64_t uleb() { return leb(false); }
  std::int64_t sleb() { return std::int64_t(leb(true)); }
  std::string_view text() {
    const std::string_view Text = Rest.substr(0, Rest.find('\0'));
    take(Text.size() + 1);
    return Text;
  }
  std::string_view take(std::uint64_t Bytes) {
    const std::string_view Taken = Rest.substr(0, Bytes);
    Rest.remove_prefix(Taken.size());
    return Taken;
  }

private:
  std::uint64_t leb(bool IsSigned) {
    std::uint64_t Value = 0;
    unsigned Shift = 0;
    for (;;) {
      const auto Byte = number<std::uint8_t>();
      if (Shift < 64)
        Value |= std::uint64_t(Byte & 0x7f) << Shift;
      Shift += 7;
      if (Byte & 0x80)
        continue;
      if (IsSigned && Shift < 64 && (Byte & 0x40))
        Value |= ~std::uint64_t(0) << Shift;
      return Value;
    }
  }

  std::string_view Rest;
};

/// The line program of a compilation unit.
class LineProgram {
public:
  LineProgram(std::string_view Bytes, std::string_view Strings, LineTable &To)
      : Code(Bytes), Strings(Strings), To(To) {}

  void run() {
    if (!readHeader())
      return;
    while (!Code.atEnd())
      step();
  }

private:
  struct Attribute {
    std::string_view text;
    std::uint64_t number = 0;
  };
  Attribute readForm(Reader &From, std::uint64_t Form);
  std::vector<std::string> readPaths(Reader &From,
                                     const std::vector<std::string> &Folders);
  bool readHeader();
  void step();
  void extended();
  void standard(unsigned Opcode);
  void advance(std::uint64_t Operations) {
    Row.address += Operations * MinLength;
  }
  void addRow() {
    To.rows.push_back(Row);
    To.rows.back().file = FirstFile + (Row.file < NumFiles ? Row.file : 0);
  }

  Reader Code;
  std::string_view Strings;
  LineTable &To;
  bool IsKnown = true; ///< All forms are.
  std::uint32_t FirstFile = 0, NumFiles = 0;
  std::uint8_t MinLength = 1, LineRange = 1, OpcodeBase = 1;
  std::int8_t LineBase = 0;
  std::string_view OperandCounts;
  static constexpr LineRow Initial = {0, 1, 0, 1};
  LineRow Row = Initial;
};

} // namespace

/// An attribute of a folder or a file: a text, or a number that is one's.
LineProgram::Attribute LineProgram::readForm(Reader &From, std::uint64_t Form) {
  switch (Form) {
  case 0x08: // DW_FORM_string
    return {From.text(), 0};
  case 0x1f: { // DW_FORM_line_strp
    const auto Offset = From.number<std::uint32_t>();
    if (Offset >= Strings.size())
      return {};
    return {Reader(Strings.substr(Offset)).text(), 0};
  }
  case 0x0b: // DW_FORM_data1
    return {"", From.number<std::uint8_t>()};
  case 0x05: // DW_FORM_data2
    return {"", From.number<std::uint16_t>()};
  case 0x0f: // DW_FORM_udata
    return {"", From.uleb()};
  case 0x1e: // DW_FORM_data16
    From.take(16);
    return {};
  }
  IsKnown = false;
  return {};
}

/// The paths of a list of folders, or of files in \p Folders.
std::vector<std::string>
LineProgram::readPaths(Reader &From, const std::vector<std::string> &Folders) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> Formats(
      From.number<std::uint8_t>());
  for (auto &[Content, Form] : Formats) {
    Content = From.uleb();
    Form = From.uleb();
  }
  std::vector<std::string> Paths;
  for (std::uint64_t Count = From.uleb();
       Count && IsKnown && !From.atEnd() && !Formats.empty(); --Count) {
    std::string Path;
    std::uint64_t Folder = 0;
    for (const auto &[Content, Form] : Formats) {
      const Attribute A = readForm(From, Form);
      if (Content == 1) // DW_LNCT_path
        Path = A.text;
      else if (Content == 2) // DW_LNCT_directory_index
        Folder = A.number;
    }
    if (!Path.starts_with('/')) {
      // The first folder is the one that the others are relative to.
      const std::vector<std::string> &In = Folders.empty() ? Paths : Folders;
      if (Folder < In.size())
        Path = In[Folder] + "/" + Path;
    }
    Paths.push_back(std::move(Path));
  }
  return Paths;
}

bool LineProgram::readHeader() {
  if (Code.number<std::uint16_t>() != 5)
    return false;
  Code.take(2); // Bytes of an address, of a segment.
  const auto HeaderBytes = Code.number<std::uint32_t>();
  Reader Header(Code.take(HeaderBytes));
  MinLength = Header.number<std::uint8_t>();
  Header.take(2); // Operations of an instruction; whether rows are statements.
  LineBase = Header.number<std::int8_t>();
  LineRange = Header.number<std::uint8_t>();
  OpcodeBase = Header.number<std::uint8_t>();
  if (!LineRange || !OpcodeBase)
    return false;
  OperandCounts = Header.take(OpcodeBase - 1);
  if (OperandCounts.size() + 1 != OpcodeBase)
    return false;
  const std::vector<std::string> Folders = readPaths(Header, {});
  const std::vector<std::string> Files = readPaths(Header, Folders);
  FirstFile = std::uint32_t(To.files.size());
  NumFiles = std::uint32_t(Files.size());
  To.files.insert(To.files.end(), Files.begin(), Files.end());
  return IsKnown && NumFiles;
}

void LineProgram::step() {
  const auto Opcode = Code.number<std::uint8_t>();
  if (Opcode >= OpcodeBase) {
    const unsigned Adjusted = Opcode - OpcodeBase;
    advance(Adjusted / LineRange);
    Row.line += std::uint32_t(LineBase + int(Adjusted % LineRange));
    addRow();
  } else if (Opcode) {
    standard(Opcode);
  } else {
    extended();
  }
}

void LineProgram::extended() {
  Reader Operands(Code.take(Code.uleb()));
  switch (Operands.number<std::uint8_t>()) {
  case 1: // DW_LNE_end_sequence
    Row = Initial;
    break;
  case 2: // DW_LNE_set_address
    Row.address = Operands.number<std::uint64_t>();
    break;
  }
}

void LineProgram::standard(unsigned Opcode) {
  switch (Opcode) {
  case 1: // DW_LNS_copy
    addRow();
    break;
  case 2: // DW_LNS_advance_pc
    advance(Code.uleb());
    break;
  case 3: // DW_LNS_advance_line
    Row.line += std::uint32_t(Code.sleb());
    break;
  case 4: // DW_LNS_set_file
    Row.file = std::uint32_t(Code.uleb());
    break;
  case 5: // DW_LNS_set_column
    Row.column = std::uint32_t(Code.uleb());
    break;
  case 8: // DW_LNS_const_add_pc
    advance(unsigned(255 - OpcodeBase) / LineRange);
    break;
  case 9: // DW_LNS_fixed_advance_pc
    Row.address += Code.number<std::uint16_t>();
    break;
  default:
    for (int Operand = OperandCounts[Opcode - 1]; Operand > 0; --Operand)
      Code.uleb();
  }
}

LineTable readLines(std::string_view Section, std::string_view Strings) {
  LineTable Table;
  Reader Units(Section);
  while (!Units.atEnd()) {
    const auto Bytes = Units.number<std::uint32_t>();
    LineProgram(Units.take(Bytes), Strings, Table).run();
  }
  return Table;
}

} // namespace ferry::exec
