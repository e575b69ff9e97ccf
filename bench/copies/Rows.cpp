//===- Rows.cpp - The list of what is measured ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Row.h"

namespace copies {

namespace {

constexpr std::size_t KiB = 1024, MiB = 1024 * KiB;

/// The ratio to hand-written C++ that the project wants.
constexpr double HandRatio = 0.95;

std::string bytesText(std::size_t Bytes) {
  if (Bytes >= MiB)
    return std::to_string(Bytes / MiB) + "MiB";
  if (Bytes >= KiB)
    return std::to_string(Bytes / KiB) + "KiB";
  return std::to_string(Bytes) + "B";
}

class List {
public:
  explicit List(bool Quick) : Quick(Quick) {}

  std::vector<Row> Rows;

  void add(Row Row) {
    Row.name = Row.family + "/" + Row.name;
    Rows.push_back(std::move(Row));
  }

  /// Larger than all caches; in a quick run not.
  std::size_t memorySet() const { return Quick ? 2 * MiB : 256 * MiB; }
  std::vector<std::size_t> bothSets() const {
    return Quick ? std::vector{256 * KiB} : std::vector{1 * MiB, memorySet()};
  }

  Row contiguous(const std::string &Family, std::size_t TileBytes,
                 std::size_t SetBytes) const {
    Row Row;
    Row.family = Family;
    Row.kind = Kind::Contiguous;
    Row.tileElements = TileBytes / Row.elementBytes;
    Row.setBytes = SetBytes;
    Row.goal = Goal::OfHandWritten;
    Row.goalValue = HandRatio;
    return Row;
  }

  void gentypes();
  void tileSizes();
  void sets();
  void strides(Kind Kind, const std::string &Family);
  void pictures();
  void groups();
  void pipelines();
  void matrices();

private:
  bool Quick;
};

struct Scalar {
  const char *name;
  std::size_t bytes;
};
constexpr Scalar Scalars[] = {
    {"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"int", 4},
    {"uint", 4}, {"long", 8},  {"ulong", 8}, {"float", 4},  {"double", 8}};

void List::gentypes() {
  for (std::size_t Set : bothSets())
    for (const Scalar &Scalar : Scalars)
      for (unsigned Width : {1, 2, 3, 4, 8, 16}) {
        Row Row = contiguous("type " + bytesText(Set), 16 * KiB, Set);
        Row.type = Scalar.name + (Width == 1 ? "" : std::to_string(Width));
        Row.name = Row.type;
        // 3 components take the place of 4.
        Row.elementBytes = Scalar.bytes * (Width == 3 ? 4 : Width);
        Row.tileElements = 16 * KiB / Row.elementBytes;
        add(Row);
      }
}

void List::tileSizes() {
  for (std::size_t Set : bothSets())
    for (std::size_t Tile : {std::size_t(64), std::size_t(256), KiB, 4 * KiB,
                             16 * KiB, 64 * KiB, 256 * KiB}) {
      Row Row = contiguous("tile " + bytesText(Set), Tile, Set);
      Row.name = bytesText(Tile);
      add(Row);
    }
}

void List::sets() {
  for (std::size_t Set = 32 * KiB; Set <= memorySet(); Set *= 2) {
    Row Row = contiguous("set", 16 * KiB, Set);
    Row.name = bytesText(Set);
    add(Row);
  }
}

void List::strides(Kind Kind, const std::string &Family) {
  auto Add = [&](const std::string &Type, std::size_t Bytes, std::size_t Stride,
                 std::size_t Set) {
    Row Row;
    Row.family = Family + " " + bytesText(Set);
    Row.name = Type + "/" + std::to_string(Stride);
    Row.kind = Kind;
    Row.type = Type;
    Row.elementBytes = Bytes;
    Row.tileElements = 8 * KiB / Bytes;
    Row.stride = Stride;
    Row.setBytes = Set;
    if (Stride == 2 || Stride == 3 || Stride == 17) {
      Row.goal = Goal::OfHandWritten;
      Row.goalValue = HandRatio;
    }
    add(Row);
  };
  for (std::size_t Set : bothSets()) {
    for (std::size_t Stride : {1, 2, 3, 4, 8, 16, 17, 32, 64})
      Add("int", 4, Stride, Set);
    constexpr Scalar Others[] = {{"char", 1},
                                 {"short", 2},
                                 {"long", 8},
                                 {"float4", 16},
                                 {"double16", 128}};
    for (const Scalar &Other : Others)
      for (std::size_t Stride : {2, 3, 17})
        Add(Other.name, Other.bytes, Stride, Set);
  }
}

void List::pictures() {
  for (Scalar Element : {Scalar{"uchar", 1}, Scalar{"uchar", 3},
                         Scalar{"float", 4}, Scalar{"uchar", 13}}) {
    Row Row;
    Row.family = "halo";
    Row.name = "2D/" + bytesText(Element.bytes);
    Row.kind = Kind::Tile2D;
    Row.type = Element.name;
    Row.elementBytes = Element.bytes;
    Row.tileElements = 66;
    Row.groups = Groups::OnePerTile;
    add(Row);
  }
  Row Row;
  Row.family = "halo";
  Row.name = "3D/4B";
  Row.kind = Kind::Tile3D;
  Row.tileElements = 18;
  Row.groups = Groups::OnePerTile;
  add(Row);
}

void List::groups() {
  for (std::size_t Tile : {64 * KiB, 256 * KiB}) {
    Row Row = contiguous("groups", Tile, Quick ? 2 * MiB : 64 * MiB);
    Row.name = "few/" + bytesText(Tile);
    Row.localSize = 256;
    Row.groups = Groups::OnePerThread;
    add(Row);
  }
  for (std::size_t Tile : {std::size_t(64), std::size_t(256), KiB}) {
    std::size_t Number = Quick ? 4096 : 65536;
    Row Row = contiguous("groups", Tile, Number * Tile);
    Row.name = "many/" + bytesText(Tile);
    Row.localSize = 1;
    Row.groups = Groups::OnePerTile;
    add(Row);
  }
}

void List::pipelines() {
  struct Shape {
    const char *family;
    Groups groups;
    Goal goal;
    double goalValue;
  };
  for (Shape Shape :
       {Shape{"pipeline half", Groups::OnePerTwoThreads, Goal::OfLarger, 1.15},
        Shape{"pipeline full", Groups::OnePerThread, Goal::OfSum, 1.0}})
    for (double Computation : {0.25, 1.0, 4.0}) {
      Row Row;
      Row.family = Shape.family;
      Row.name = Computation < 1 ? "light" : Computation > 1 ? "heavy" : "even";
      Row.kind = Kind::Pipeline;
      Row.type = "uint16";
      Row.elementBytes = 64;
      Row.tileElements = 64 * KiB / Row.elementBytes;
      Row.setBytes = Quick ? 2 * MiB : 64 * MiB;
      Row.groups = Shape.groups;
      Row.computation = Computation;
      Row.goal = Shape.goal;
      Row.goalValue = Shape.goalValue;
      add(Row);
    }
}

void List::matrices() {
  Row Row;
  Row.family = "matrix";
  Row.name = "rows of 16 floats";
  Row.kind = Kind::Matrix;
  Row.tileElements = 16;
  Row.localSize = 256;
  Row.groups = Groups::OnePerTile;
  Row.goal = Goal::OfPlainLoads;
  Row.goalValue = 1.1;
  add(Row);
}

} // namespace

std::vector<Row> allRows(bool Quick) {
  List List(Quick);
  List.gentypes();
  List.tileSizes();
  List.sets();
  List.strides(Kind::Gather, "gather");
  List.strides(Kind::Scatter, "scatter");
  List.pictures();
  List.groups();
  List.pipelines();
  List.matrices();
  return std::move(List.Rows);
}

} // namespace copies
