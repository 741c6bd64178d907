# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
# Script part of lockdesk_embed(); see LockdeskEmbed.cmake.
set(body "")
set(names "")
foreach(f IN LISTS FILES)
    file(READ "${DIR}/${f}" text)
    # The licence's lines are for readers of the file; people also read what is printed and sent.
    string(REGEX REPLACE "^(-- SPDX[^\n]*\n)+" "" text "${text}")
    string(APPEND names "${f}\\n")
    string(APPEND body "    if (name == \"${f}\")\n        return R\"lockdesk_embed(${text})lockdesk_embed\";\n")
endforeach()
file(WRITE "${HEADER}" "#pragma once\n#include <string_view>\nnamespace ${NAMESPACE} {\n/// Text of a file in resources; empty if there is none.\nstd::string_view resource(std::string_view name);\n/// The names of all, a line each.\nstd::string_view resource_names();\n}\n")
get_filename_component(base "${HEADER}" NAME)
file(WRITE "${SOURCE}" "#include \"embedded/${base}\"\nnamespace ${NAMESPACE} {\nstd::string_view resource(std::string_view name)\n{\n${body}    return {};\n}\nstd::string_view resource_names() { return \"${names}\"; }\n}\n")
