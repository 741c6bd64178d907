# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
# What cmake/embed.cmake makes of files with several texts, and which files end the build.
# Called with EMBED, the script, and DIR, a folder for this test alone.
file(REMOVE_RECURSE "${DIR}")
file(MAKE_DIRECTORY "${DIR}")

function(embed files)
    execute_process(COMMAND "${CMAKE_COMMAND}" "-DDIR=${DIR}" "-DFILES=${files}" -DNAMESPACE=n "-DHEADER=${DIR}/out.h" "-DSOURCE=${DIR}/out.cpp"
                            -P "${EMBED}" RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE told)
    set(result "${result}" PARENT_SCOPE)
    string(REGEX REPLACE "[ \n]+" " " told "${told}")
    set(told "${told}" PARENT_SCOPE)
endfunction()

function(expect_text name text)
    string(FIND "${source}" "{\"${name}\", R\"lockdesk_embed(${text})lockdesk_embed\"}" at)
    if(at EQUAL -1)
        message(SEND_ERROR "no text '${name}' that is '${text}' in:\n${source}")
    endif()
endfunction()

# A file of that text: refused, in these words.
function(expect_refused file text words)
    file(WRITE "${DIR}/${file}" "${text}")
    embed("${file}")
    string(FIND "${told}" "${words}" at)
    if(result EQUAL 0 OR at EQUAL -1)
        message(SEND_ERROR "'${text}' is answered by ${result}: ${told}")
    endif()
endfunction()

set(licence "-- SPDX-License-Identifier: none\n")
file(WRITE "${DIR}/a.sql" "${licence}-- Both.\n\n-- name: two\n-- Said to the server.\nSELECT ';' || \"[\"\n  FROM t\n\n\n-- name: one\nCOMMIT\n")
file(WRITE "${DIR}/b.lua" "${licence}\n-- name: part\nlocal a = b[c[1]]\n-- name: skip-locked\nreturn a -- name: none\n")
file(WRITE "${DIR}/c.json" "// Comment.\n// name: doc\n// For readers.\n{\"a\": 1}\n")
file(WRITE "${DIR}/d.yaml" "name: lesson\n")
embed("a.sql;b.lua;c.json;d.yaml")
if(NOT result EQUAL 0)
    message(FATAL_ERROR "${told}")
endif()
file(READ "${DIR}/out.cpp" source)
expect_text(two "-- Said to the server.\nSELECT ';' || \"[\"\n  FROM t")
expect_text(one "COMMIT")
expect_text(part "local a = b[c[1]]\n")
expect_text(skip-locked "return a -- name: none\n")
expect_text(doc "// For readers.\n{\"a\": 1}")
expect_text(d.yaml "name: lesson\n")

expect_refused(e.sql "-- name: one\nA\n-- name: one\nB\n" "there is another 'one'")
expect_refused(e.sql "-- name: one\n\n-- A word to readers.\n-- name: two\nB\n" "'one' is empty")
expect_refused(e.sql "-- name: two\nB\n-- name: one\n" "'one' is empty")
expect_refused(e.sql "-- name: one\n" "'one' is empty")
expect_refused(e.sql "SELECT 1\n-- name: one\nA\n" "a text without a line '-- name: NAME' above it")
expect_refused(e.sql "-- Nothing.\n" "a text without a line '-- name: NAME' above it")
expect_refused(e.sql "-- name: one\nA\n-- name: Two words\nB\n" "a name that is none, near 'one'")
expect_refused(e.sql "-- name: one\nA\n--name: two\nB\n" "a name that is none, near 'one'")
