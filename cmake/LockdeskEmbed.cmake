# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
#
# lockdesk_embed(TARGET NAMESPACE FOLDER): embeds the texts of every *.sql, *.lua, *.json and *.yaml below resources/FOLDER in a
# generated function `std::string_view NAMESPACE::resource(std::string_view name)`, declared in "embedded/FOLDER.h";
# `resource_names()` returns all names, one per line. A file has one text for each line `-- name: NAME` (in JSON `// name: NAME`),
# up to the next such line; a *.yaml is one text, named by its path. A duplicate name or an empty text ends the build. The engine
# has no Qt, so these are not .qrc resources.

function(lockdesk_embed target namespace folder)
    set(dir "${CMAKE_SOURCE_DIR}/resources/${folder}")
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE "${dir}" "${dir}/*.sql" "${dir}/*.lua" "${dir}/*.json"
         "${dir}/*.yaml")
    set(out "${CMAKE_BINARY_DIR}/generated")
    set(header "${out}/embedded/${folder}.h")
    set(source "${out}/embedded/${folder}.cpp")
    file(MAKE_DIRECTORY "${out}/embedded")
    set(absolute "")
    foreach(f IN LISTS files)
        list(APPEND absolute "${dir}/${f}")
    endforeach()
    add_custom_command(OUTPUT "${header}" "${source}"
        COMMAND "${CMAKE_COMMAND}" "-DDIR=${dir}" "-DFILES=${files}" "-DNAMESPACE=${namespace}" "-DHEADER=${header}"
                "-DSOURCE=${source}" -P "${CMAKE_SOURCE_DIR}/cmake/embed.cmake"
        DEPENDS ${absolute} "${CMAKE_SOURCE_DIR}/cmake/embed.cmake"
        COMMENT "Embedding resources/${folder}" VERBATIM)
    target_sources(${target} PRIVATE "${source}" "${header}")
    target_include_directories(${target} PRIVATE "${out}")
endfunction()
