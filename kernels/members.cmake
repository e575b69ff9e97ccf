# The members of the archive of built-ins: a family of them each, or the part of
# a large family that one kernel is likely to need.

foreach(FAMILY
    work-item/work-item work-item/clock
    sync/barrier sync/fence sync/prefetch sync/copy-fence sync/extended-async-copy
    sync/wait-group-events
    atomic/legacy atomic/flag
    integer/mul24 integer/upsample integer/dot-product integer/spirv-dot-product
    common/common
    geometric/cross geometric/dot geometric/length geometric/fast
    relational/any-all
    vector/address-space
    sub-group/sub-group sub-group/vote sub-group/ballot sub-group/logical
    image/query pipe/pipe enqueue/enqueue
    math/cbrt math/fabs math/fma math/fdim math/magnitude math/lgamma-r
    math/nextafter math/nan math/hypot math/rsqrt math/divide math/pown
    math/fast-power)
  get_filename_component(NAME ${FAMILY} NAME)
  ferry_member(${NAME} ${FAMILY}.cl)
endforeach()

set(INTEGERS char uchar short ushort int uint long ulong)
set(FLOATS half float double)
set(TYPES ${INTEGERS} ${FLOATS})

foreach(TYPE IN LISTS INTEGERS)
  foreach(FAMILY abs saturate hadd bits bit-field mul-hi mad-sat)
    ferry_member(${FAMILY}-${TYPE} integer/${FAMILY}.cl -DFERRY_TYPED -DFERRY_TYPE_${TYPE})
  endforeach()
endforeach()

foreach(TYPE IN LISTS TYPES)
  foreach(FAMILY sync/async-copy common/min-max relational/select relational/bitselect)
    get_filename_component(NAME ${FAMILY} NAME)
    ferry_member(${NAME}-${TYPE} ${FAMILY}.cl -DFERRY_TYPED -DFERRY_TYPE_${TYPE})
  endforeach()
endforeach()

foreach(TYPE IN LISTS TYPES)
  foreach(FAMILY broadcast shuffle reduce)
    ferry_member(sub-group-${FAMILY}-${TYPE} sub-group/${FAMILY}.cl
      -DFERRY_TYPED -DFERRY_TYPE_${TYPE})
  endforeach()
endforeach()

foreach(TYPE uchar ushort uint ulong)
  ferry_member(sub-group-block-${TYPE} sub-group/block.cl
    -DFERRY_TYPED -DFERRY_TYPE_${TYPE})
endforeach()

ferry_member(pipe-group pipe/group.cl)

ferry_ir_member(work-group-scratch work-group/scratch.ll)
foreach(TYPE int uint long ulong half float double)
  ferry_member(work-group-collective-${TYPE} work-group/collective.cl
    -DFERRY_TYPED -DFERRY_TYPE_${TYPE})
endforeach()

foreach(TYPE IN LISTS FLOATS)
  foreach(FAMILY relational/compare relational/classify math/fraction)
    get_filename_component(NAME ${FAMILY} NAME)
    ferry_member(${NAME}-${TYPE} ${FAMILY}.cl -DFERRY_TYPED -DFERRY_TYPE_${TYPE})
  endforeach()
endforeach()

# Where half calls what float has.
foreach(FAMILY exponent sincos trigonometric-pi inverse-pi rootn remainder)
  ferry_member(${FAMILY}-float math/${FAMILY}.cl
    -DFERRY_TYPED -DFERRY_TYPE_half -DFERRY_TYPE_float)
  ferry_member(${FAMILY}-double math/${FAMILY}.cl -DFERRY_TYPED -DFERRY_TYPE_double)
endforeach()

foreach(NAME ceil floor rint round trunc)
  ferry_member(${NAME} math/unary.cl -DNAME=${NAME} -DBUILTIN=__builtin_elementwise_${NAME})
endforeach()
ferry_member(sqrt math/unary.cl -DNAME=sqrt -DBUILTIN=__builtin_elementwise_sqrt -DFAST)
foreach(NAME acos asin atan)
  ferry_member(${NAME} math/unary-float.cl -DNAME=${NAME} -DHEADER="math/arc.h")
endforeach()
foreach(NAME cosh sinh tanh)
  ferry_member(${NAME} math/unary-float.cl -DNAME=${NAME} -DHEADER="math/hyperbolic.h")
endforeach()
ferry_member(expm1 math/unary-float.cl -DNAME=expm1 -DHEADER="math/exponential.h")
ferry_member(log1p math/unary-float.cl -DNAME=log1p -DHEADER="math/logarithm.h")
foreach(NAME sin cos tan)
  ferry_member(${NAME} math/unary-float.cl -DNAME=${NAME} -DHEADER="math/trigonometric.h"
    -DNATIVE=ferry_small_${NAME} -DHALF=ferry_${NAME})
endforeach()
foreach(NAME exp exp2 exp10)
  ferry_member(${NAME} math/unary-float.cl -DNAME=${NAME} -DHEADER="math/exponential.h"
    -DNATIVE=ferry_fast_${NAME} -DHALF=ferry_fast_${NAME})
endforeach()
foreach(NAME log log2 log10)
  ferry_member(${NAME} math/unary-float.cl -DNAME=${NAME} -DHEADER="math/logarithm.h"
    -DNATIVE=ferry_fast_${NAME} -DHALF=ferry_fast_${NAME})
endforeach()
foreach(NAME lgamma tgamma)
  ferry_member(${NAME} math/unary-float.cl -DNAME=${NAME} -DHEADER="math/gamma.h")
endforeach()
foreach(NAME acosh asinh atanh erf erfc)
  ferry_member(${NAME} math/unary-libm.cl -DNAME=${NAME} -DSYMBOL="${NAME}"
    -DFLOAT_SYMBOL="${NAME}f")
endforeach()
ferry_member(fmod math/binary-float.cl -DNAME=fmod -DHEADER="math/modulus.h")
ferry_member(atan2 math/binary-float.cl -DNAME=atan2 -DHEADER="math/arc.h")
foreach(NAME pow powr)
  ferry_member(${NAME} math/binary-float.cl -DNAME=${NAME} -DHEADER="math/power.h")
endforeach()
foreach(NAME fmax fmin)
  string(SUBSTRING ${NAME} 1 -1 NUMBER)
  ferry_member(${NAME} math/binary.cl -DNAME=${NAME}
    -DBUILTIN=__builtin_elementwise_${NUMBER}num -DWITH_SCALAR)
endforeach()

foreach(SPACE global local generic)
  foreach(TYPE int uint long ulong half float double)
    ferry_member(atomic-${SPACE}-${TYPE} atomic/c11.cl -DSPACE=__${SPACE}
      -DFERRY_TYPED -DFERRY_TYPE_${TYPE})
  endforeach()
endforeach()

set(MASKS uchar uchar ushort ushort uint uint ulong ulong ushort uint ulong)
foreach(TYPE MASK IN ZIP_LISTS TYPES MASKS)
  ferry_member(shuffle-${TYPE} vector/shuffle.cl -DSCALAR=${TYPE} -DMASK=${MASK})
endforeach()

foreach(WIDTH 2 3 4 8 16)
  foreach(TYPE IN LISTS TYPES)
    ferry_member(vload${WIDTH}-${TYPE} vector/vload.cl -DWIDTH=${WIDTH}
      -DFERRY_TYPED -DFERRY_TYPE_${TYPE})
  endforeach()
endforeach()

# Conversions: by destination type and width, saturating ones apart.
set(LOWS CHAR_MIN 0 SHRT_MIN 0 INT_MIN 0 LONG_MIN 0)
set(HIGHS CHAR_MAX UCHAR_MAX SHRT_MAX USHRT_MAX INT_MAX UINT_MAX LONG_MAX ULONG_MAX)
set(SIGNED char char short short int int long long)
set(VIAS int int int int int uint long ulong)
foreach(WIDTH 1 2 3 4 8 16)
  foreach(TYPE LOW HIGH MASK VIA IN ZIP_LISTS INTEGERS LOWS HIGHS SIGNED VIAS)
    set(OPTIONS -DTO=${TYPE} -DLOW=${LOW} -DHIGH=${HIGH} -DMASK=${MASK} -DVIA=${VIA}
      -DWIDTH=${WIDTH})
    ferry_member(convert-${TYPE}${WIDTH} convert/to-integer.cl ${OPTIONS} -DSATURATE=0)
    ferry_member(convert-${TYPE}${WIDTH}-sat convert/to-integer.cl ${OPTIONS} -DSATURATE=1)
  endforeach()
  foreach(TYPE half float double)
    ferry_member(convert-${TYPE}${WIDTH} convert/to-float.cl -DTO=${TYPE} -DTO_${TYPE}
      -DWIDTH=${WIDTH})
  endforeach()
  ferry_member(vload-half${WIDTH} vector/vload-half.cl -DWIDTH=${WIDTH})
endforeach()

# Images: by type; reads with and without a sampler apart.
foreach(IMAGE 1d 1d_array 2d 2d_depth 2d_array 2d_array_depth 3d)
  ferry_member(image-read-${IMAGE} image/read.cl -DIMAGE_${IMAGE})
  ferry_member(image-mip-${IMAGE} image/mip.cl -DIMAGE_${IMAGE})
endforeach()
foreach(IMAGE 1d 1d_buffer 1d_array 2d 2d_depth 2d_array 2d_array_depth 3d)
  ferry_member(image-load-${IMAGE} image/load.cl -DIMAGE_${IMAGE})
  ferry_member(image-write-${IMAGE} image/write.cl -DIMAGE_${IMAGE})
endforeach()
