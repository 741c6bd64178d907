// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// EXECUTABLE NAME [QTEST ARGUMENT...]: runs the tests of the file NAME.cpp.
#include "tests/widgets/program.h"

#include <iostream>
#include <string>
#include <vector>

int main(int argc, char** argv)
{
    const auto& programs = lockdesk::test::Program::all();
    const auto program = programs.find(argc > 1 ? argv[1] : "");
    if (program == programs.end()) {
        std::cerr << argv[0] << " NAME [ARGUMENT...], where NAME is one of:\n";
        for (const auto& [name, run] : programs)
            std::cerr << "  " << name << '\n';
        return 2;
    }
    // The application takes its name, and so the place of its settings, from here: tests run side by side.
    std::string name = std::string(argv[0]) + '_' + program->first;
    std::vector<char*> arguments{name.data()};
    arguments.insert(arguments.end(), argv + 2, argv + argc);
    arguments.push_back(nullptr);
    return program->second(argc - 1, arguments.data());
}
