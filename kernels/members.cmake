# The members of the kernel library, a family of built-ins each.
foreach(FAMILY
    work-item/work-item
    sync/barrier sync/fence sync/async-copy sync/prefetch)
  get_filename_component(NAME ${FAMILY} NAME)
  ferry_member(${NAME} ${FAMILY}.cl)
endforeach()
