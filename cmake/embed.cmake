# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
# Script part of lockdesk_embed(); see LockdeskEmbed.cmake.
cmake_policy(VERSION 3.22)
set(names "")

# Adds one text to `resource`. Only Lua keeps its last line end, as its texts are concatenated.
function(take_text file name text)
    string(REGEX REPLACE "\n+$" "" text "${text}")
    string(REGEX REPLACE "(^|\n)(--|//)[^\n]*" "" bare "${text}")
    string(STRIP "${bare}" bare)
    if(bare STREQUAL "")
        message(FATAL_ERROR "${DIR}/${file}: '${name}' is empty")
    endif()
    if(name IN_LIST names)
        message(FATAL_ERROR "${DIR}/${file}: there is another '${name}'")
    endif()
    if(NOT file MATCHES "\\.(sql|json)$")
        string(APPEND text "\n")
    endif()
    set(names "${names};${name}" PARENT_SCOPE)
    set("text_${name}" "${text}" PARENT_SCOPE)
endfunction()

set(marker "\n(--|//) name: ([a-z0-9_-]+)\n")
foreach(f IN LISTS FILES)
    file(READ "${DIR}/${f}" rest)
    if(f MATCHES "\\.yaml$")
        take_text("${f}" "${f}" "${rest}")
        continue()
    endif()
    # What stands before the first marker is for readers of the file.
    set(name "")
    set(rest "\n${rest}")
    while(NOT rest STREQUAL "")
        set(next "")
        set(text "${rest}")
        set(rest "")
        if(text MATCHES "${marker}")
            set(line "${CMAKE_MATCH_0}")
            set(next "${CMAKE_MATCH_2}")
            string(FIND "${text}" "${line}" at)
            string(LENGTH "${line}" size)
            math(EXPR behind "${at} + ${size} - 1")
            string(SUBSTRING "${text}" ${behind} -1 rest)
            string(SUBSTRING "${text}" 0 ${at} text)
        endif()
        if(text MATCHES "\n(--|//) *name:")
            message(FATAL_ERROR "${DIR}/${f}: a name that is none, near '${name}'")
        endif()
        if(name STREQUAL "")
            string(REGEX REPLACE "(^|\n)(--|//)[^\n]*" "" bare "${text}")
            string(STRIP "${bare}" bare)
            if(NOT bare STREQUAL "" OR next STREQUAL "")
                message(FATAL_ERROR "${DIR}/${f}: a text without a line '-- name: NAME' above it")
            endif()
        else()
            string(REGEX REPLACE "^\n" "" text "${text}")
            take_text("${f}" "${name}" "${text}")
        endif()
        set(name "${next}")
    endwhile()
    if(NOT name STREQUAL "")
        message(FATAL_ERROR "${DIR}/${f}: '${name}' is empty")
    endif()
endforeach()

list(REMOVE_ITEM names "")
list(SORT names)
set(rows "")
set(lines "")
foreach(name IN LISTS names)
    string(APPEND rows "        {\"${name}\", R\"lockdesk_embed(${text_${name}})lockdesk_embed\"},\n")
    string(APPEND lines "${name}\\n")
endforeach()
file(WRITE "${HEADER}" "#pragma once
#include <string_view>
namespace ${NAMESPACE} {
/// The text of that name in resources; empty if there is none.
std::string_view resource(std::string_view name);
/// The names of all, a line each.
std::string_view resource_names();
}
")
get_filename_component(base "${HEADER}" NAME)
file(WRITE "${SOURCE}" "#include \"embedded/${base}\"
#include <algorithm>
namespace ${NAMESPACE} {
std::string_view resource(std::string_view name)
{
    struct Text
    {
        std::string_view name, text;
    };
    static constexpr Text texts[] = {
${rows}    };
    static_assert(std::ranges::is_sorted(texts, {}, &Text::name));
    const auto* found = std::ranges::lower_bound(texts, name, {}, &Text::name);
    return found != std::end(texts) && found->name == name ? found->text : std::string_view();
}
std::string_view resource_names() { return \"${lines}\"; }
}
")
