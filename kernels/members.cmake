# The members of the kernel library: a family of built-ins each, or the part of
# a large family that one kernel is likely to need.

foreach(FAMILY
    work-item/work-item
    sync/barrier sync/fence sync/async-copy sync/prefetch
    integer/abs integer/saturate integer/hadd integer/bits integer/mul-hi
    integer/mad-sat integer/mul24 integer/upsample
    common/min-max common/common
    geometric/cross geometric/dot geometric/length geometric/fast
    relational/compare relational/classify relational/any-all
    relational/select relational/bitselect)
  get_filename_component(NAME ${FAMILY} NAME)
  ferry_member(${NAME} ${FAMILY}.cl)
endforeach()

set(TYPES char uchar short ushort int uint long ulong half float double)
set(MASKS uchar uchar ushort ushort uint uint ulong ulong ushort uint ulong)
foreach(TYPE MASK IN ZIP_LISTS TYPES MASKS)
  ferry_member(shuffle-${TYPE} vector/shuffle.cl -DSCALAR=${TYPE} -DMASK=${MASK})
endforeach()

foreach(WIDTH 2 3 4 8 16)
  ferry_member(vload${WIDTH} vector/vload.cl -DWIDTH=${WIDTH})
endforeach()

# Conversions: by destination type and width, saturating ones apart.
set(LOWS CHAR_MIN 0 SHRT_MIN 0 INT_MIN 0 LONG_MIN 0)
set(HIGHS CHAR_MAX UCHAR_MAX SHRT_MAX USHRT_MAX INT_MAX UINT_MAX LONG_MAX ULONG_MAX)
set(SIGNED char char short short int int long long)
set(VIAS int int int int int uint long ulong)
set(INTEGERS char uchar short ushort int uint long ulong)
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
