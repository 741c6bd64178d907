# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
#
# lockdesk_library(NAME [SOURCES ...] [DEPENDS ...]): static library lockdesk_NAME, alias Lockdesk::NAME, installed as part of
# the CMake package Lockdesk. Without SOURCES: all *.cpp and *.h of the calling folder. Its headers are its own: what other
# programs include is installed by backends/embedding and, for the Answer API beneath it, backends/engine.

function(lockdesk_library name)
    cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
    if(NOT ARG_SOURCES)
        file(GLOB ARG_SOURCES CONFIGURE_DEPENDS "*.cpp" "*.h")
    endif()
    add_library(lockdesk_${name} STATIC ${ARG_SOURCES})
    add_library(Lockdesk::${name} ALIAS lockdesk_${name})
    set_target_properties(lockdesk_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(lockdesk_${name} PUBLIC $<BUILD_INTERFACE:lockdesk_options> Threads::Threads ${ARG_DEPENDS}
                          PRIVATE $<BUILD_INTERFACE:lockdesk_warnings>)
    target_compile_features(lockdesk_${name} PUBLIC cxx_std_20)
    target_include_directories(lockdesk_${name} PUBLIC
        "$<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>"
        "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/lockdesk/engine>")
    install(TARGETS lockdesk_${name} EXPORT LockdeskTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT engine)
    lockdesk_precompile(backends lockdesk_${name})
endfunction()

function(lockdesk_install_package)
    include(CMakePackageConfigHelpers)
    set(dest "${CMAKE_INSTALL_LIBDIR}/cmake/Lockdesk")
    install(EXPORT LockdeskTargets NAMESPACE Lockdesk:: DESTINATION "${dest}" COMPONENT engine)
    configure_package_config_file("${CMAKE_SOURCE_DIR}/cmake/LockdeskConfig.cmake.in"
        "${CMAKE_BINARY_DIR}/LockdeskConfig.cmake" INSTALL_DESTINATION "${dest}")
    write_basic_package_version_file("${CMAKE_BINARY_DIR}/LockdeskConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
    install(FILES "${CMAKE_BINARY_DIR}/LockdeskConfig.cmake" "${CMAKE_BINARY_DIR}/LockdeskConfigVersion.cmake"
            DESTINATION "${dest}" COMPONENT engine)
endfunction()
