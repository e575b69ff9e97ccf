# The Debian package ferry-opencl-icd: `cpack -G DEB` in the build folder.

# The version is that of the last tag, v1.2.3, and commits since; without tags the
# project's.
execute_process(COMMAND git describe --tags --match v[0-9]* --abbrev=7
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE VERSION ERROR_QUIET
  OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REGEX REPLACE "^v" "" VERSION "${VERSION}")
string(REGEX REPLACE "-([0-9]+)-g" "+\\1.g" VERSION "${VERSION}")
if(NOT VERSION)
  set(VERSION ${PROJECT_VERSION})
endif()
execute_process(COMMAND git log -1 --format=%aD
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE DATE ERROR_QUIET
  OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND git log -1 "--format=%an <%ae>"
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE AUTHOR ERROR_QUIET
  OUTPUT_STRIP_TRAILING_WHITESPACE)
set(FERRY_MAINTAINER "${AUTHOR}" CACHE STRING "Maintainer of the package: NAME <MAIL>")
if(NOT DATE)
  string(TIMESTAMP DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
endif()

# `ninja driver` is all that is installed.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

set(CPACK_PACKAGE_NAME ferry-opencl-icd)
set(CPACK_PACKAGE_VERSION ${VERSION})
set(CPACK_PACKAGE_CONTACT "${FERRY_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "OpenCL platform for CPUs with asynchronous copies")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Ferry runs OpenCL 3.1 programs on x86-64 processors; any ICD loader finds it.
Copies between global and local memory are carried out in the background.

The command ferry runs programs on it, compiles kernels, and shows what
ran when.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
set(CPACK_DEBIAN_PACKAGE_PROVIDES opencl-icd)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ocl-icd-libopencl1 | libopencl1")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(DOCS ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_PACKAGE_NAME})
file(WRITE ${PROJECT_BINARY_DIR}/packaging/changelog
"${CPACK_PACKAGE_NAME} (${VERSION}) unstable; urgency=medium

  * What has changed is in CHANGELOG.md of the source.

 -- ${CPACK_PACKAGE_CONTACT}  ${DATE}
")
configure_file(packaging/copyright ${PROJECT_BINARY_DIR}/packaging/copyright COPYONLY)
find_program(GZIP gzip REQUIRED)
configure_file(src/tool/ferry.1 ${PROJECT_BINARY_DIR}/packaging/ferry.1 COPYONLY)
execute_process(COMMAND ${GZIP} -9nkf ${PROJECT_BINARY_DIR}/packaging/changelog
  ${PROJECT_BINARY_DIR}/packaging/ferry.1 COMMAND_ERROR_IS_FATAL ANY)
install(FILES ${PROJECT_BINARY_DIR}/packaging/copyright
  ${PROJECT_BINARY_DIR}/packaging/changelog.gz DESTINATION ${DOCS})
install(FILES ${PROJECT_BINARY_DIR}/packaging/ferry.1.gz
  DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
# What is linked in is known when everything is, and by Debian's database.
find_program(DPKG_QUERY dpkg-query)
if(DPKG_QUERY)
  install(CODE "execute_process(COMMAND ${PROJECT_SOURCE_DIR}/packaging/sbom ${PROJECT_BINARY_DIR}
    OUTPUT_FILE ${PROJECT_BINARY_DIR}/packaging/ferry.cdx.json COMMAND_ERROR_IS_FATAL ANY)")
  install(FILES ${PROJECT_BINARY_DIR}/packaging/ferry.cdx.json DESTINATION ${DOCS})
endif()
# What an administrator has changed in /etc stays.
file(WRITE ${PROJECT_BINARY_DIR}/packaging/conffiles "/etc/OpenCL/vendors/ferry.icd\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/packaging/conffiles)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
include(CPack)
