# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
#
# lockdesk_entries(NAME LIST...): reads what follows the first two arguments of the calling function, [SHARDS N] and these lists, into
# ARG_SHARDS and so on, and sets `shards` and `tests`: NAME, or NAME_1, NAME_2, ...
macro(lockdesk_entries name)
    # By PARSE_ARGV, for values are lists themselves.
    cmake_parse_arguments(PARSE_ARGV 2 ARG "" "SHARDS" "${ARGN}")
    if(ARG_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}(${name}): ${ARG_UNPARSED_ARGUMENTS}")
    endif()
    set(shards 1)
    set(tests ${name})
    if(ARG_SHARDS GREATER 1)
        set(shards ${ARG_SHARDS})
        list(TRANSFORM tests APPEND _1)
        foreach(shard RANGE 2 ${shards})
            list(APPEND tests ${name}_${shard})
        endforeach()
    endif()
endmacro()

# lockdesk_gtest(NAME TARGET [SHARDS N] [PROPERTY VALUE...]...): a whole program of GoogleTest is one test, so that what its cases
# share, a server above all, starts once; or N tests NAME_1, NAME_2, ... of a part of its cases each. What every case did is in
# test-report/NAME.xml of the build folder (JUnit). PROPERTIES are those of set_tests_properties.
function(lockdesk_gtest name target)
    lockdesk_entries(${name} PROPERTIES)
    foreach(test IN LISTS tests)
        add_test(NAME ${test} COMMAND ${target} --gtest_color=no "--gtest_output=xml:${CMAKE_BINARY_DIR}/test-report/${test}.xml")
        set_tests_properties(${test} PROPERTIES TIMEOUT 600 ${ARG_PROPERTIES})
        if(shards GREATER 1)
            list(FIND tests ${test} index)
            set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards}" "GTEST_SHARD_INDEX=${index}")
        endif()
    endforeach()
endfunction()

# lockdesk_store_kinds(VARIABLE): what LOCKDESK_TEST_STORES may name in this build (tests/support/stores). A program whose cases run
# on all of them has an entry each, so that they run side by side.
function(lockdesk_store_kinds variable)
    set(kinds)
    foreach(pair IN ITEMS sqlite:sqlite postgres:postgresql redis:redis mariadb:mariadb mongodb:mongodb redlock:redlock)
        string(REPLACE ":" ";" pair "${pair}")
        list(GET pair 0 store)
        list(GET pair 1 kind)
        if(TARGET lockdesk_${store})
            list(APPEND kinds ${kind})
        endif()
    endforeach()
    set(${variable} ${kinds} PARENT_SCOPE)
endfunction()

# lockdesk_pytest(NAME FILE [SHARDS N] [ENVIRONMENT VARIABLE=VALUE...] [PROPERTIES PROPERTY VALUE...]): a file of Python's unittest is
# one test, or N tests NAME_1, NAME_2, ... of a part of its cases each (tests/support/sharded.py).
function(lockdesk_pytest name file)
    lockdesk_entries(${name} ENVIRONMENT PROPERTIES)
    foreach(test IN LISTS tests)
        add_test(NAME ${test} COMMAND Python3::Interpreter -B "${CMAKE_CURRENT_SOURCE_DIR}/${file}" -v)
        set_tests_properties(${test} PROPERTIES TIMEOUT 3600 ${ARG_PROPERTIES} ENVIRONMENT "${ARG_ENVIRONMENT}")
        if(shards GREATER 1)
            string(REGEX MATCH "[0-9]+$" shard ${test})
            set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT "LOCKDESK_TEST_SHARD=${shard}/${shards}")
        endif()
    endforeach()
endfunction()
