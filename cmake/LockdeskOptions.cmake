# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
#
# Options, optional libraries and the two interface targets that all our targets link.

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

find_package(SQLiteCpp QUIET)
find_package(SQLite3 QUIET)
pkg_check_modules(LIBPQXX QUIET IMPORTED_TARGET libpqxx libpq)
pkg_check_modules(HIREDIS QUIET IMPORTED_TARGET hiredis)
pkg_check_modules(MONGOC QUIET IMPORTED_TARGET libmongoc-1.0)
pkg_check_modules(LIBMARIADB QUIET IMPORTED_TARGET libmariadb)
find_package(CURL QUIET)
find_package(OpenSSL QUIET)
find_package(fmt QUIET)
find_package(nlohmann_json QUIET)
find_package(CLI11 QUIET)
find_package(yaml-cpp QUIET)
find_package(Qt6 QUIET COMPONENTS Core Gui Network Widgets Charts Svg PrintSupport)

# lockdesk_option(NAME "text" CONDITION): ON if its library is found.
macro(lockdesk_option name text)
    if(${ARGN})
        set(_default ON)
    else()
        set(_default OFF)
    endif()
    option(${name} "${text}" ${_default})
endmacro()

lockdesk_option(LOCKDESK_SQLITE "SQLite backend (SQLiteCpp)" SQLiteCpp_FOUND AND SQLite3_FOUND)
lockdesk_option(LOCKDESK_POSTGRES "PostgreSQL backend (libpqxx)" LIBPQXX_FOUND)
lockdesk_option(LOCKDESK_REDIS "Redis backend (hiredis)" HIREDIS_FOUND)
lockdesk_option(LOCKDESK_MARIADB "MariaDB backend (libmariadb)" LIBMARIADB_FOUND)
lockdesk_option(LOCKDESK_MONGODB "MongoDB backend (libmongoc)" MONGOC_FOUND)
lockdesk_option(LOCKDESK_TLS "TLS over our own sockets, and reasons of refusals (OpenSSL)" OPENSSL_FOUND)
lockdesk_option(LOCKDESK_HTTP "HTTP receiver of the relay (libcurl)" CURL_FOUND)
lockdesk_option(LOCKDESK_SCENARIOS "Lessons (yaml-cpp, nlohmann-json)" yaml-cpp_FOUND AND nlohmann_json_FOUND)
lockdesk_option(LOCKDESK_BUILD_CONSOLE "The Qt console" Qt6_FOUND)
lockdesk_option(LOCKDESK_BUILD_PROGRAMS "lockdeskctl and lockdesk-worker" CLI11_FOUND AND nlohmann_json_FOUND AND fmt_FOUND)
option(LOCKDESK_BUILD_TESTS "Tests" ON)
set(LOCKDESK_SANITIZE "" CACHE STRING "Sanitizers: address,undefined or thread")

option(LOCKDESK_FUZZ "tests/fuzz as libFuzzer targets (clang)" OFF)
if(LOCKDESK_FUZZ AND NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "LOCKDESK_FUZZ needs clang, and its runtime libraries; scripts/fuzz finds them.")
endif()

if(LOCKDESK_BUILD_CONSOLE)
    if(NOT Qt6_FOUND)
        message(FATAL_ERROR "The console needs Qt 6 with Core, Gui, Widgets, Charts and Svg. On Debian: scripts/run installs "
                            "them. Without the console: cmake --preset no-qt")
    endif()
    find_package(Qt6Keychain QUIET)
    if(Qt6Keychain_FOUND AND UNIX AND NOT APPLE)
        find_package(Qt6 REQUIRED COMPONENTS DBus)
    endif()
    find_package(Qt6LinguistTools QUIET)
    if(LOCKDESK_BUILD_TESTS)
        find_package(Qt6 REQUIRED COMPONENTS Test)
    endif()
endif()

# Required to compile any of our targets.
add_library(lockdesk_options INTERFACE)
target_compile_features(lockdesk_options INTERFACE cxx_std_20)
target_include_directories(lockdesk_options INTERFACE "$<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}>")
target_link_libraries(lockdesk_options INTERFACE Threads::Threads)
if(LOCKDESK_SANITIZE)
    target_compile_options(lockdesk_options INTERFACE -fsanitize=${LOCKDESK_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(lockdesk_options INTERFACE -fsanitize=${LOCKDESK_SANITIZE})
endif()

if(LOCKDESK_FUZZ)
    target_compile_options(lockdesk_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Required for users of hiredis, and thus set for all: precompiled headers need equal definitions.
add_compile_definitions(_FILE_OFFSET_BITS=64)

# Warnings. Private to our targets: users of the engine do not get these.
add_library(lockdesk_warnings INTERFACE)
target_compile_options(lockdesk_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Woverloaded-virtual -Wno-missing-field-initializers)
# Clang also warns if a local name hides one of another file of the same unity batch, and of what libstdc++'s own algorithms use
# where our code instantiates them. GCC compiles the files changed last, and in the full
# size all (scripts/check-single).
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_compile_options(lockdesk_warnings INTERFACE -Wno-deprecated-declarations)
else()
    target_compile_options(lockdesk_warnings INTERFACE -Wshadow)
endif()
# GCC 12 gives false warnings for string concatenation and variants (its bugs 105329 and 105651, among others). Debug
# builds, other compilers and the sanitizers still check.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(lockdesk_warnings INTERFACE $<$<CONFIG:Release>:-Wno-array-bounds>
        $<$<CONFIG:Release>:-Wno-restrict> $<$<CONFIG:Release>:-Wno-maybe-uninitialized>
        $<$<CONFIG:Release>:-Wno-stringop-overflow> $<$<CONFIG:Release>:-Wno-stringop-overread>)
endif()

# GCC's garbage collection takes an eighth of a compilation: it starts only above this heap size, if there is enough
# memory for as many processes as ninja starts.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    cmake_host_system_information(RESULT _memory QUERY TOTAL_PHYSICAL_MEMORY) # MiB
    cmake_host_system_information(RESULT _cores QUERY NUMBER_OF_LOGICAL_CORES)
    math(EXPR _heap "${_memory} * 1024 / (2 * (${_cores} + 2))")
    if(_heap GREATER 1048576)
        set(_heap 1048576)
    endif()
    if(_heap GREATER 131072) # its default
        add_compile_options(--param=ggc-min-heapsize=${_heap})
    endif()
endif()

# Clang inlines much more than GCC at -O2, which takes a third of its time. With this bound, the engine's calls and the turns of a live
# table took as long as with GCC (docs/benchmarks.md).
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    include(CheckCXXSourceCompiles)
    set(CMAKE_REQUIRED_FLAGS "-mllvm -inline-threshold=75") # an option of LLVM, which a later one may not have
    check_cxx_source_compiles("int main() {}" LOCKDESK_BOUNDED_INLINING)
    unset(CMAKE_REQUIRED_FLAGS)
    if(LOCKDESK_BOUNDED_INLINING)
        add_compile_options("$<$<CONFIG:Release>:SHELL:-mllvm -inline-threshold=75>")
    endif()
endif()

option(LOCKDESK_QUICK_BUILD "Optimise only what works through all rows at each poll (preset quick)" OFF)
# lockdesk_quick(TARGET... [AT_WORK]): code that mostly waits for users and servers is optimised less, which saves a third of its
# compile time; a quarter where it is AT_WORK many times a second: it paints or records.
function(lockdesk_quick)
    if(LOCKDESK_QUICK_BUILD)
        return() # nothing is optimised but what lockdesk_busy names
    endif()
    cmake_parse_arguments(ARG "AT_WORK" "" "" ${ARGN})
    foreach(target IN LISTS ARG_UNPARSED_ARGUMENTS)
        target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:$<IF:$<BOOL:${ARG_AT_WORK}>,-O1,-Og>>)
    endforeach()
endfunction()

# lockdesk_busy(TARGET...): what works through all rows of a store at each poll is optimised in the preset quick too, whose other code is not.
function(lockdesk_busy)
    if(LOCKDESK_QUICK_BUILD)
        foreach(target IN LISTS ARGN)
            target_compile_options(${target} PRIVATE -O2)
            # Its precompiled headers are shared with code that is not optimised, which compilers refuse. Ninja knows when they are old.
            if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
                target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-validate-pch")
            else()
                set_target_properties(${target} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
            endif()
        endforeach()
    endif()
endfunction()

# Faster linking, if mold is installed.
find_program(LOCKDESK_MOLD mold)
if(LOCKDESK_MOLD AND NOT LOCKDESK_SANITIZE)
    add_link_options(-fuse-ld=mold)
endif()
find_program(LOCKDESK_CCACHE ccache)
if(LOCKDESK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Required by ccache to cache compilations with precompiled headers; nothing here uses __TIME__.
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${LOCKDESK_CCACHE}")
    # Clang writes a header's time into its precompiled form, so that ccache would never find the same one again.
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
        add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
    endif()
endif()

function(lockdesk_print_summary)
    message(STATUS "Lockdesk: sqlite ${LOCKDESK_SQLITE}, postgres ${LOCKDESK_POSTGRES}, redis ${LOCKDESK_REDIS}, "
                   "mariadb ${LOCKDESK_MARIADB}, mongodb ${LOCKDESK_MONGODB}, "
                   "tls ${LOCKDESK_TLS}, http ${LOCKDESK_HTTP}, scenarios ${LOCKDESK_SCENARIOS}, programs ${LOCKDESK_BUILD_PROGRAMS}, console ${LOCKDESK_BUILD_CONSOLE}, "
                   "tests ${LOCKDESK_BUILD_TESTS}")
endfunction()
