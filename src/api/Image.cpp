//===- Image.cpp - Section 5.3.1: creating images -------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "core/Image.h"

#include "api/Entry.h"
#include "api/ImageDescriptor.h"
#include "api/MemFlags.h"
#include "image/Format.h"

#include <cstdint>

using namespace ferry;
using namespace ferry::api;
using core::Context;
using core::Image;
using core::ImageLayout;
using core::MemObject;

namespace {

/// An image with storage of its own, or in host memory.
Image &createPlain(Context &C, MemProperties Properties, cl_mem_flags Flags,
                   ImageLayout Layout, std::size_t RowPitch,
                   std::size_t SlicePitch, void *HostPtr, cl_int PitchError) {
  checkHostPtr(Flags, HostPtr);
  // "CL_IMAGE_FORMAT_NOT_SUPPORTED if there are no devices in context that
  // support image_format."
  require(image::isSupported(Layout.format, Layout.type),
          CL_IMAGE_FORMAT_NOT_SUPPORTED);
  // "The image_row_pitch must be zero if host_ptr is NULL", likewise the slice
  // pitch, unless it is "created from an external memory handle".
  require(HostPtr || Properties.isImport() || (!RowPitch && !SlicePitch),
          PitchError);
  ImageLayout HostLayout = Layout;
  require(takePitches(HostLayout, RowPitch, SlicePitch), PitchError);
  if (Flags & CL_MEM_USE_HOST_PTR || Properties.isImport())
    Layout = HostLayout;
  else
    takePitches(Layout, 0, 0);
  require(fits(C, Layout), CL_MEM_OBJECT_ALLOCATION_FAILURE);
  return *new Image(C, std::move(Properties.given), Flags, Layout, HostPtr,
                    HostLayout, Properties.import(Layout.bytes()));
}

/// The image or the buffer that an image is made from.
MemObject &parentOf(Context &C, const cl_image_desc &Desc) {
  MemObject *Parent = MemObject::tryFrom(Desc.mem_object);
  require(Parent, CL_INVALID_IMAGE_DESCRIPTOR);
  require(&Parent->context() == &C, CL_INVALID_CONTEXT);
  return *Parent;
}

/// "mem_object can be a buffer memory object if image_type is
/// CL_MEM_OBJECT_IMAGE1D_BUFFER or CL_MEM_OBJECT_IMAGE2D, or any other
/// image_type if the cl_ext_image_from_buffer extension is supported."
Image &createFromBuffer(MemObject &Buffer,
                        std::vector<cl_mem_properties> Properties,
                        cl_mem_flags Flags, ImageLayout Layout,
                        const cl_image_desc &Desc) {
  require(image::isSupported(Layout.format, Layout.type),
          CL_IMAGE_FORMAT_NOT_SUPPORTED);
  // "The image_slice_pitch must be zero if host_ptr is NULL"; but there are
  // images of which each slice begins in the buffer where it says.
  require(Layout.depth || Layout.arraySize || !Desc.image_slice_pitch,
          CL_INVALID_IMAGE_DESCRIPTOR);
  // "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if an image is created from a buffer
  // and the row pitch, or slice pitch, or base address alignment do not follow
  // the rules described for creating an image from a buffer."
  require(takePitches(Layout, Desc.image_row_pitch, Desc.image_slice_pitch),
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  require(reinterpret_cast<std::uintptr_t>(Buffer.data()) %
                  image::alignment(Layout.format) ==
              0,
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  // "CL_INVALID_IMAGE_SIZE if an image is created from a buffer and the buffer
  // passed in mem_object is too small to be used as a data store for the
  // image".
  require(Layout.bytes() <= Buffer.size() && fits(Buffer.context(), Layout),
          CL_INVALID_IMAGE_SIZE);
  return *new Image(Buffer, std::move(Properties), Flags, Layout);
}

/// "Creating a 2D image object from another 2D image object creates a new 2D
/// image object that shares the image data store with mem_object but views the
/// pixels in the image with a different image channel order."
Image &createView(Image &Parent, std::vector<cl_mem_properties> Properties,
                  cl_mem_flags Flags, ImageLayout Layout,
                  const cl_image_desc &Desc) {
  const ImageLayout &From = Parent.layout();
  // "All of the values specified in image_desc must match the image descriptor
  // information associated with mem_object, except for mem_object." A pitch
  // that was not given was 0.
  require(
      Layout.type == CL_MEM_OBJECT_IMAGE2D && From.type == Layout.type &&
          Layout.width == From.width && Layout.height == From.height &&
          (!Desc.image_row_pitch || Desc.image_row_pitch == From.rowPitch) &&
          !Desc.image_slice_pitch && From.numLevels() == 1,
      CL_INVALID_IMAGE_DESCRIPTOR);
  // "The image channel data type specified in image_format must match [...].
  // The image channel order specified in image_format must be compatible".
  require(image::isCompatibleView(Layout.format, From.format),
          CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  require(image::isSupported(Layout.format, Layout.type),
          CL_IMAGE_FORMAT_NOT_SUPPORTED);
  Layout.rowPitch = From.rowPitch;
  return *new Image(Parent, std::move(Properties), Flags, Layout);
}

Image &createImage(Context &C, MemProperties Properties, cl_mem_flags Flags,
                   const cl_image_format *Format, const cl_image_desc *Desc,
                   void *HostPtr) {
  checkFlags(Flags, Properties.isImport());
  checkFormat(Format);
  // "CL_INVALID_IMAGE_DESCRIPTOR if values specified in image_desc are not
  // valid or if image_desc is NULL." "CL_INVALID_IMAGE_SIZE if the image
  // dimensions specified in image_desc are not valid or exceed the maximum
  // image dimensions".
  require(Desc, CL_INVALID_IMAGE_DESCRIPTOR);
  const ImageLayout Layout = parseSizes(*Format, *Desc, CL_INVALID_IMAGE_SIZE);
  if (Layout.numLevels() > 1) {
    // "CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR cannot be specified if a
    // mipmapped image is created." "The host_ptr argument to clCreateImage must
    // be NULL." No level lies in another object.
    require(!(Flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)),
            CL_INVALID_VALUE);
    require(!HostPtr, CL_INVALID_HOST_PTR);
    // "[...] or multi-sampled (i.e. msaa) images." Nor of depth images, says
    // the specification; but there are functions that read their levels.
    require(!Desc->mem_object && !Properties.isImport(),
            CL_INVALID_IMAGE_DESCRIPTOR);
  }
  if (!Desc->mem_object) {
    require(Layout.type != CL_MEM_OBJECT_IMAGE1D_BUFFER,
            CL_INVALID_IMAGE_DESCRIPTOR);
    return createPlain(C, std::move(Properties), Flags, Layout,
                       Desc->image_row_pitch, Desc->image_slice_pitch, HostPtr,
                       CL_INVALID_IMAGE_DESCRIPTOR);
  }
  // It has storage already.
  require(!Properties.isImport(), CL_INVALID_IMAGE_DESCRIPTOR);
  MemObject &Parent = parentOf(C, *Desc);
  // "mem_object can be an image object if image_type is CL_MEM_OBJECT_IMAGE2D."
  require(Parent.isBuffer() ||
              (Parent.isImage() && Layout.type == CL_MEM_OBJECT_IMAGE2D),
          CL_INVALID_IMAGE_DESCRIPTOR);
  const cl_mem_flags Derived = derivedFlags(Parent.flags(), Flags);
  require(!HostPtr, CL_INVALID_HOST_PTR);
  return Parent.isBuffer()
             ? createFromBuffer(Parent, std::move(Properties.given), Derived,
                                Layout, *Desc)
             : createView(static_cast<Image &>(Parent),
                          std::move(Properties.given), Derived, Layout, *Desc);
}

/// clCreateImage2D and clCreateImage3D.
Image &createOld(cl_context ContextHandle, cl_mem_flags Flags,
                 const cl_image_format *Format, const cl_image_desc &Desc,
                 void *HostPtr) {
  Context &C = Context::from(ContextHandle);
  checkFlags(Flags);
  checkFormat(Format);
  // "CL_INVALID_IMAGE_SIZE [...] if values specified by image_row_pitch and
  // image_slice_pitch do not follow rules described in the argument description
  // above."
  return createPlain(C, {}, Flags,
                     parseSizes(*Format, Desc, CL_INVALID_IMAGE_SIZE),
                     Desc.image_row_pitch, Desc.image_slice_pitch, HostPtr,
                     CL_INVALID_IMAGE_SIZE);
}

} // namespace

cl_mem clCreateImage(cl_context context, cl_mem_flags flags,
                     const cl_image_format *image_format,
                     const cl_image_desc *image_desc, void *host_ptr,
                     cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    return createImage(Context::from(context), {}, flags, image_format,
                       image_desc, host_ptr)
        .handle();
  });
}

cl_mem clCreateImageWithProperties(cl_context context,
                                   const cl_mem_properties *properties,
                                   cl_mem_flags flags,
                                   const cl_image_format *image_format,
                                   const cl_image_desc *image_desc,
                                   void *host_ptr, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    Context &C = Context::from(context);
    return createImage(C, MemProperties::parse(C, properties, false), flags,
                       image_format, image_desc, host_ptr)
        .handle();
  });
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags,
                       const cl_image_format *image_format, size_t image_width,
                       size_t image_height, size_t image_row_pitch,
                       void *host_ptr, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    cl_image_desc Desc = {};
    Desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    Desc.image_width = image_width;
    Desc.image_height = image_height;
    Desc.image_row_pitch = image_row_pitch;
    return createOld(context, flags, image_format, Desc, host_ptr).handle();
  });
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags,
                       const cl_image_format *image_format, size_t image_width,
                       size_t image_height, size_t image_depth,
                       size_t image_row_pitch, size_t image_slice_pitch,
                       void *host_ptr, cl_int *errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    Context::from(context);
    // "CL_INVALID_IMAGE_SIZE if [...] image_depth <= 1."
    require(image_depth > 1, CL_INVALID_IMAGE_SIZE);
    cl_image_desc Desc = {};
    Desc.image_type = CL_MEM_OBJECT_IMAGE3D;
    Desc.image_width = image_width;
    Desc.image_height = image_height;
    Desc.image_depth = image_depth;
    Desc.image_row_pitch = image_row_pitch;
    Desc.image_slice_pitch = image_slice_pitch;
    return createOld(context, flags, image_format, Desc, host_ptr).handle();
  });
}
