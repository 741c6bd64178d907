# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
#
# lockdesk_gtest(NAME TARGET [SHARDS N] [PROPERTY VALUE...]...): a whole program of GoogleTest is one test, so that what its cases
# share, a server above all, starts once; or N tests NAME_1, NAME_2, ... of a part of its cases each. What every case did is in
# test-report/NAME.xml of the build folder (JUnit). PROPERTIES are those of set_tests_properties.
function(lockdesk_gtest name target)
    # By PARSE_ARGV, for values are lists themselves.
    cmake_parse_arguments(PARSE_ARGV 2 ARG "" "SHARDS" "PROPERTIES")
    if(ARG_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "lockdesk_gtest(${name}): ${ARG_UNPARSED_ARGUMENTS}")
    endif()
    set(shards 1)
    if(ARG_SHARDS)
        set(shards ${ARG_SHARDS})
    endif()
    foreach(shard RANGE 1 ${shards})
        set(test ${name})
        if(shards GREATER 1)
            set(test ${name}_${shard})
        endif()
        add_test(NAME ${test} COMMAND ${target} --gtest_color=no "--gtest_output=xml:${CMAKE_BINARY_DIR}/test-report/${test}.xml")
        set_tests_properties(${test} PROPERTIES TIMEOUT 600 ${ARG_PROPERTIES})
        if(shards GREATER 1)
            math(EXPR index "${shard} - 1")
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
    cmake_parse_arguments(PARSE_ARGV 2 ARG "" "SHARDS" "ENVIRONMENT;PROPERTIES")
    if(ARG_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "lockdesk_pytest(${name}): ${ARG_UNPARSED_ARGUMENTS}")
    endif()
    set(shards 1)
    if(ARG_SHARDS)
        set(shards ${ARG_SHARDS})
    endif()
    foreach(shard RANGE 1 ${shards})
        set(test ${name})
        if(shards GREATER 1)
            set(test ${name}_${shard})
        endif()
        add_test(NAME ${test} COMMAND Python3::Interpreter -B "${CMAKE_CURRENT_SOURCE_DIR}/${file}" -v)
        set_tests_properties(${test} PROPERTIES TIMEOUT 3600 ${ARG_PROPERTIES} ENVIRONMENT "${ARG_ENVIRONMENT}")
        if(shards GREATER 1)
            set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT "LOCKDESK_TEST_SHARD=${shard}/${shards}")
        endif()
    endforeach()
endfunction()
