# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
#
# Clang takes three fifths of the time of GCC 12 without optimisation, and four fifths with it (LockdeskOptions.cmake: inlining).
# The presets dev, quick and release use it if it is installed and no other compiler is named, and so does scripts/check-package; GCC
# compiles the sanitizers' builds and scripts/check-single.
option(LOCKDESK_QUICK_COMPILER "Use clang where it is installed" OFF)
# A build folder keeps its first compiler.
if(LOCKDESK_QUICK_COMPILER AND NOT CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX}
   AND NOT EXISTS "${CMAKE_BINARY_DIR}/CMakeFiles/${CMAKE_VERSION}/CMakeCXXCompiler.cmake")
    # Debian 12's version, 14, does not compile all of the C++20 used here.
    find_program(LOCKDESK_CLANG NAMES clang++-20 clang++-19 clang++-18 clang++-17 clang++-16)
    if(LOCKDESK_CLANG)
        set(CMAKE_CXX_COMPILER "${LOCKDESK_CLANG}")
    endif()
endif()
