//===- LineTable.h - Lines of the source by address -------------*- C++ -*-===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef FERRY_EXEC_LINETABLE_H
#define FERRY_EXEC_LINETABLE_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ferry::exec {

/// Where the code from an address on, up to that of the next row, comes from.
struct LineRow {
  std::uint64_t address;
  std::uint32_t line;
  std::uint32_t column;
  std::uint32_t file; ///< An index into LineTable::files.
};

struct LineTable {
  std::vector<std::string> files;
  std::vector<LineRow> rows;
};

/// Reads a section `.debug_line` (DWARF 5, section 6.2) with its relocations
/// applied. What is damaged, or of another version, is left out.
///
/// \param Strings the section `.debug_line_str`.
LineTable readLines(std::string_view Section, std::string_view Strings);

} // namespace ferry::exec

#endif // FERRY_EXEC_LINETABLE_H
