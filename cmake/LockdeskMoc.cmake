# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
#
# lockdesk_moc(TARGET): AUTOMOC for it. moc reads every header that it can find below the one it is given, Qt's and the
# compiler's too, and needs nothing of them: 0.2 s of processor for each header, where without their folders it takes 5 ms. Ours
# stay, for macros of ours. CMake has no property for the folders that AUTOMOC names, thus a program in between.
if(UNIX AND TARGET Qt6::moc)
    foreach(property IN ITEMS IMPORTED_LOCATION IMPORTED_LOCATION_NONE IMPORTED_LOCATION_RELEASE)
        if(NOT LOCKDESK_MOC)
            get_target_property(LOCKDESK_MOC Qt6::moc ${property})
        endif()
    endforeach()
    if(LOCKDESK_MOC)
        configure_file("${CMAKE_CURRENT_LIST_DIR}/moc.in" "${CMAKE_BINARY_DIR}/generated/moc" @ONLY)
    endif()
endif()

function(lockdesk_moc target)
    set_target_properties(${target} PROPERTIES AUTOMOC ON)
    if(LOCKDESK_MOC)
        set_target_properties(${target} PROPERTIES AUTOMOC_EXECUTABLE "${CMAKE_BINARY_DIR}/generated/moc")
    endif()
endfunction()
