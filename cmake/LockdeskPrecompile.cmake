# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
#
# lockdesk_precompile(GROUP [TARGET...]): makes those targets, or all of the calling folder, use the precompiled headers
# of GROUP. One compilation serves a whole group; its compile options must equal those of its targets. Sources still
# include what they use, and compile without: cmake -DLOCKDESK_PRECOMPILE=OFF.
option(LOCKDESK_PRECOMPILE "Compile the headers of libraries once" ON)
# For unoptimised builds alone: elsewhere the compiler inlines strings. The object is part of the engine, for those who link it
# installed, and of each program.
option(LOCKDESK_OPTIMIZED_STRINGS "Take strings from one optimised object (cmake/standard_templates.h)" OFF)
if(LOCKDESK_OPTIMIZED_STRINGS)
    add_library(lockdesk_standard_templates OBJECT "${CMAKE_SOURCE_DIR}/cmake/standard_templates.cpp")
    set_target_properties(lockdesk_standard_templates PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(lockdesk_standard_templates PRIVATE -O1)
    target_link_libraries(lockdesk_standard_templates PRIVATE lockdesk_options lockdesk_warnings)
endif()
# Programs of a group with PIC are compiled like its libraries.
set(CMAKE_CXX_COMPILE_OPTIONS_PIE "${CMAKE_CXX_COMPILE_OPTIONS_PIC}")

# lockdesk_headers(GROUP [PIC] [LIBRARIES ...] [DIRECTORIES ...] [DEFINITIONS ...] [HEADERS ...]): these and the standard headers that most
# files include; one that few files need costs the others more than it saves. PIC for installed static libraries, and then
# for the whole group.
function(lockdesk_headers group)
    if(NOT LOCKDESK_PRECOMPILE)
        return()
    endif()
    cmake_parse_arguments(ARG "PIC" "" "LIBRARIES;DIRECTORIES;DEFINITIONS;HEADERS" ${ARGN})
    set(source "${CMAKE_BINARY_DIR}/generated/headers_${group}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "// The headers of ${group}.\n")
    add_library(lockdesk_headers_${group} OBJECT EXCLUDE_FROM_ALL "${source}")
    if(ARG_PIC)
        set_target_properties(lockdesk_headers_${group} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
    # GCC knows an included file again by its time, and Clang by its size, which a comment changes. A precompiled header from a
    # cache may be of another checkout: `#pragma once` no longer holds then, or it is refused.
    set_target_properties(lockdesk_headers_${group} PROPERTIES CXX_COMPILER_LAUNCHER "")
    target_link_libraries(lockdesk_headers_${group} PRIVATE lockdesk_options lockdesk_warnings ${ARG_LIBRARIES})
    target_include_directories(lockdesk_headers_${group} SYSTEM PRIVATE ${ARG_DIRECTORIES})
    target_compile_definitions(lockdesk_headers_${group} PRIVATE ${ARG_DEFINITIONS})
    set(headers <algorithm> <array> <atomic> <charconv> <chrono> <condition_variable> <cstdint> <deque> <functional> <map>
        <memory> <mutex> <optional> <set> <span> <sstream> <stdexcept> <string> <string_view> <thread> <unordered_map>
        <utility> <variant> <vector> ${ARG_HEADERS})
    if(LOCKDESK_OPTIMIZED_STRINGS)
        list(APPEND headers "${CMAKE_SOURCE_DIR}/cmake/standard_templates.h")
    endif()
    target_precompile_headers(lockdesk_headers_${group} PRIVATE ${headers})
    # CMake gives the generated header the time of the first configuration, so that another list would build nothing anew.
    string(SHA1 which "${headers}")
    if(NOT "${LOCKDESK_HEADERS_OF_${group}}" STREQUAL which)
        file(GLOB built "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/lockdesk_headers_${group}.dir/cmake_pch.hxx.*ch")
        if(built)
            file(REMOVE ${built})
        endif()
        set(LOCKDESK_HEADERS_OF_${group} "${which}" CACHE INTERNAL "Which headers were precompiled")
    endif()
endfunction()

function(lockdesk_precompile group)
    set(targets "${ARGN}")
    if(NOT targets)
        get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
    endif()
    foreach(target IN LISTS targets)
        get_target_property(type ${target} TYPE)
        if(TARGET lockdesk_headers_${group} AND NOT type STREQUAL "UTILITY" AND NOT target MATCHES "^lockdesk_headers_")
            target_precompile_headers(${target} REUSE_FROM lockdesk_headers_${group})
            get_target_property(pic lockdesk_headers_${group} POSITION_INDEPENDENT_CODE)
            if(pic)
                set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
            endif()
            if(LOCKDESK_OPTIMIZED_STRINGS AND type STREQUAL "EXECUTABLE")
                target_sources(${target} PRIVATE $<TARGET_OBJECTS:lockdesk_standard_templates>)
            endif()
        endif()
    endforeach()
endfunction()

set(contracts "${CMAKE_SOURCE_DIR}/backends/engine/contracts/store.h")
lockdesk_headers(backends PIC)
if(nlohmann_json_FOUND)
    lockdesk_headers(json PIC LIBRARIES nlohmann_json::nlohmann_json
        HEADERS "${CMAKE_SOURCE_DIR}/backends/json/json.h" ${contracts})
endif()
if(LOCKDESK_BUILD_CONSOLE)
    set(model_headers ${contracts} "${CMAKE_SOURCE_DIR}/models/actions/action.h" "${CMAKE_SOURCE_DIR}/models/feed/feed_set.h")
    lockdesk_headers(models LIBRARIES Qt6::Core Qt6::Gui HEADERS <QAbstractTableModel> <QColor>
        <QCoreApplication> <QDateTime> <QElapsedTimer> <QFont> <QHash> <QJsonArray> <QJsonDocument> <QJsonObject> <QLocale>
        <QObject> <QPointer> <QSet> <QSettings> <QString> <QStringList> <QTimer> <QVariant> ${model_headers})
    lockdesk_headers(widgets LIBRARIES Qt6::Widgets HEADERS <QAbstractTableModel> <QAction>
        <QApplication> <QCheckBox> <QClipboard> <QComboBox> <QDateTime> <QDialog> <QElapsedTimer> <QFileInfo> <QHash>
        <QHBoxLayout> <QHeaderView> <QIcon> <QJsonDocument> <QJsonObject> <QKeyEvent> <QLabel> <QLineEdit> <QLocale>
        <QMainWindow> <QMenu> <QObject> <QPainter> <QPainterPath> <QPlainTextEdit> <QPointer> <QProcess> <QPushButton>
        <QScrollArea> <QScrollBar> <QSet> <QSettings> <QSortFilterProxyModel> <QStackedWidget> <QString> <QStringList>
        <QStyledItemDelegate> <QTableView> <QTimer> <QToolTip> <QVBoxLayout> <QWidget> ${model_headers})
endif()
if(LOCKDESK_BUILD_TESTS)
    find_package(GTest REQUIRED)
    lockdesk_headers(tests LIBRARIES GTest::gtest HEADERS <gtest/gtest.h> ${contracts})
endif()
