//===- IntelSubGroupBlocks.cpp - Blocks of cl_intel_subgroups -------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads and writes of blocks of every type and width, in buffers, local memory
/// and images, for sub-groups of the driver's and of required sizes, full ones
/// and others, against the same on the host.
///
//===----------------------------------------------------------------------===//

#include "IntelSubGroups.h"

#include <algorithm>

using namespace conformance;

namespace {

class IntelSubGroupBlocks : public IntelSubGroupsTest {
protected:
  /// Whether what blocks do in \p S's sub-group \p Group is defined: it is not
  /// if that is not full, but Ferry reads and writes the work-items' elements.
  static bool isDefined(const SubGroups &S, size_t Group) {
    return isFerry() || S.items[Group].size() == S.maxSize;
  }
};

/// Of a sub-group: its number in the launch.
constexpr char NumberOfSubGroup[] =
    "size_t number = ((get_group_id(2) * get_num_groups(1) + get_group_id(1)) *"
    " get_num_groups(0) + get_group_id(0)) * get_num_sub_groups() + "
    "get_sub_group_id();\n";

TEST_P(IntelSubGroupBlocks, BlocksOfBuffersAndLocalMemory) {
  if (!Type.suffix)
    GTEST_SKIP() << "no blocks of this type";
  std::vector<std::string> Suffixes = {Type.suffix};
  if (Suffixes[0] == "_ui")
    Suffixes.push_back("");
  for (size_t Width : {1, 2, 4, 8, 16})
    for (const std::string &Suffix : Suffixes) {
      if (Width > Type.maxWidth)
        continue;
      const std::string Name = vectorName(Suffix, Width); // read_uc2, read2.
      // What is read goes to the work-item's place and what is written comes
      // from there; local memory takes the place of the other buffer.
      const std::string Body = PlaceOfItem + std::string(NumberOfSubGroup) + R"(
    numbers[at] = number;
    const uint size = get_max_sub_group_size() * )" +
                               std::to_string(Width) + R"(;
    global const S *block = in + number * size;
    T v = READ(block);
    STORE(v, at, read);
    WRITE(written + number * size, LOAD(at, in));
    tile += get_sub_group_id() * size;
    for (uint i = get_sub_group_local_id(); i < size; i += get_sub_group_size())
      tile[i] = block[i];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    v = READ(tile);
    STORE(v, at, readLocal);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    WRITE(tile, LOAD(at, in));
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_sub_group_local_id(); i < size; i += get_sub_group_size())
      writtenLocal[number * size + i] = tile[i];
  })";
      const std::vector<std::string> Tried = attributesFor(Width);
      std::string Source =
          accessMacros(Width) + "typedef " + Type.name + " S;\ntypedef " +
          vectorName(Type.name, Width) +
          " T;\n#define READ intel_sub_group_block_read" + Name +
          "\n#define WRITE intel_sub_group_block_write" + Name + "\n";
      for (size_t A = 0; A != Tried.size(); ++A)
        Source += "kernel " + Tried[A] + " void f" + std::to_string(A) +
                  R"((global uint *numbers, global const S *in,
    global S *read, global S *written, global S *readLocal,
    global S *writtenLocal, local S *tile) {)" +
                  Body;
      const Program P = build(Source);
      for (size_t A = 0; A != Tried.size(); ++A)
        for (const Range &R : Ranges) {
          Kernel K = makeKernel(P, ("f" + std::to_string(A)).c_str());
          const SubGroups &S = subGroupsOf(R, Tried[A]);
          const size_t Items = R.globalItems();
          const size_t Size = S.items.size() * S.maxSize * Width * Type.bytes;
          const Bytes Values = randomBytes(Size);
          Buffer Numbers = makeBuffer(Items * sizeof(cl_uint)),
                 In = upload(Values), Out[4];
          for (Buffer &B : Out)
            B = upload(Bytes(Size, 0xaa));
          setArgs(K, Numbers, In, Out[0], Out[1], Out[2], Out[3],
                  Local{Size / (Items / R.localItems())});
          launch(K, R);
          Bytes Got[4];
          for (size_t I = 0; I != 4; ++I)
            Got[I] = download<unsigned char>(Out[I], Size);
          const auto NumberOf = download<cl_uint>(Numbers, Items);
          for (size_t Item = 0; Item != Items; ++Item) {
            if (!isDefined(S, S.groupOf[Item]))
              continue;
            for (size_t C = 0; C != Width; ++C) {
              const size_t InBlock = ((NumberOf[Item] * Width + C) * S.maxSize +
                                      S.localIdOf[Item]) *
                                     Type.bytes;
              const size_t Own = (Item * Width + C) * Type.bytes;
              auto Same = [&](const Bytes &Of, size_t At, size_t From) {
                return std::memcmp(&Of[At], &Values[From], Type.bytes) == 0;
              };
              ASSERT_TRUE(
                  Same(Got[0], Own, InBlock) && Same(Got[1], InBlock, Own) &&
                  Same(Got[2], Own, InBlock) && Same(Got[3], InBlock, Own))
                  << "component " << C << " of work-item " << Item << ", "
                  << Name << ", " << R.text() << ", " << Tried[A];
            }
          }
        }
    }
}

TEST_P(IntelSubGroupBlocks, BlocksOfImages) {
  if (!Type.suffix)
    GTEST_SKIP() << "no blocks of this type";
  // A block of the widest sub-group, and what lies around it.
  constexpr size_t Width = 64 * 8 / 4 + 8, Height = 24;
  std::vector<size_t> Widths = {1, 2, 4, 8, 16};
  std::erase_if(Widths, [&](size_t W) { return W > Type.maxWidth; });
  std::string Source = "#pragma OPENCL EXTENSION cl_intel_subgroups : enable\n";
  std::map<size_t, std::vector<std::string>> Tried;
  for (size_t W : Widths) {
    Tried[W] = attributesFor(W);
    for (size_t A = 0; A != Tried[W].size(); ++A) {
      const std::string Name = vectorName(Type.suffix, W);
      for (const char *Access : {"", "read_write "})
        Source += accessMacros(W) + "kernel " + Tried[W][A] + " void f" +
                  std::to_string(A) + "_" + std::to_string(W) +
                  (*Access ? "rw(" : "(") + (*Access ? Access : "read_only ") +
                  "image2d_t from, " + (*Access ? Access : "write_only ") +
                  "image2d_t to, int2 in, int2 out, global " + Type.name +
                  " *read) {\n" + vectorName(Type.name, W) +
                  " v = intel_sub_group_block_read" + Name +
                  "(from, in);\nSTORE(v, get_global_id(0), read);\n"
                  "intel_sub_group_block_write" +
                  Name + "(to, out, v);\n}\n#undef LOAD\n#undef STORE\n";
    }
  }
  const Program P = build(Source, "-cl-std=CL3.0");
  const Bytes Texels = randomBytes(Width * Height * 4);
  // Bounds are those of uints; other elements stay inside.
  const bool IsBounded = Type.bytes == 4;
  for (size_t W : Widths)
    for (size_t A = 0; A != Tried[W].size(); ++A) {
      const size_t Items = subGroupsOf({{64}, {64}, {}}, Tried[W][A]).maxSize;
      for (const char *Access : {"", "rw"})
        for (cl_int2 At :
             {cl_int2{{0, 0}}, cl_int2{{12, 3}},
              cl_int2{{Width * 4 - 8, Height - 1}}, cl_int2{{-8, -1}}}) {
          if (!IsBounded && (At.s[1] < 0 || At.s[1] > 8))
            continue;
          const cl_image_format Format = {CL_RGBA, CL_UNORM_INT8};
          cl_image_desc Desc = {};
          Desc.image_type = CL_MEM_OBJECT_IMAGE2D;
          Desc.image_width = Width;
          Desc.image_height = Height;
          auto Make = [&](const Bytes &Values) {
            cl_int Code;
            Buffer Image(clCreateImage(
                context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &Format,
                &Desc, const_cast<unsigned char *>(Values.data()), &Code));
            ok(Code);
            return Image;
          };
          Buffer From = Make(Texels), To = Make(Bytes(Texels.size()));
          Buffer Read = makeBuffer(Items * W * Type.bytes);
          Kernel K = makeKernel(
              P, ("f" + std::to_string(A) + "_" + std::to_string(W) + Access)
                     .c_str());
          // Writes begin at multiples of four.
          const cl_int2 In = {{At.s[0] == 12 ? 13 : At.s[0], At.s[1]}};
          setArgs(K, From, To, IsBounded ? At : In, At, Read);
          launch(K, {{Items}, {Items}, {}});
          const Bytes Got =
              download<unsigned char>(Read, Items * W * Type.bytes);
          Bytes Expected(Texels.size());
          const cl_int2 Start = IsBounded ? At : In;
          for (size_t Item = 0; Item != Items; ++Item)
            for (size_t Row = 0; Row != W; ++Row) {
              auto Place = [&](cl_int2 Of, bool Clamped) {
                int X = Of.s[0] + int(Item * Type.bytes),
                    Y = Of.s[1] + int(Row);
                const int MaxX = Width * 4 - int(Type.bytes), MaxY = Height - 1;
                if (!Clamped && (X < 0 || X > MaxX || Y < 0 || Y > MaxY))
                  return size_t(-1);
                X = std::clamp(X, 0, MaxX);
                Y = std::clamp(Y, 0, MaxY);
                return size_t(Y) * Width * 4 + size_t(X);
              };
              const size_t Source = Place(Start, true);
              ASSERT_EQ(0, std::memcmp(&Got[(Item * W + Row) * Type.bytes],
                                       &Texels[Source], Type.bytes))
                  << "row " << Row << " of work-item " << Item << ", " << W
                  << " at " << At.s[0] << ", " << At.s[1] << Tried[W][A];
              if (const size_t Target = Place(At, false); Target != size_t(-1))
                std::memcpy(&Expected[Target], &Texels[Source], Type.bytes);
            }
          Bytes Written(Texels.size());
          const size_t Origin[3] = {0, 0, 0}, Region[3] = {Width, Height, 1};
          ok(clEnqueueReadImage(queue(), To, CL_TRUE, Origin, Region, 0, 0,
                                Written.data(), 0, nullptr, nullptr));
          ASSERT_EQ(Written, Expected)
              << W << " at " << At.s[0] << ", " << At.s[1] << Tried[W][A];
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Types, IntelSubGroupBlocks,
                         testing::ValuesIn(ElementTypes), [](const auto &Info) {
                           return std::string(Info.param.name);
                         });

} // namespace
