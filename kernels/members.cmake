# The members of the kernel library, a family of built-ins each.
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
