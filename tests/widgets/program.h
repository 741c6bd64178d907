// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

namespace lockdesk::test {

/// The tests of one file. Each runs in a process of its own, as there is one QApplication in a process; but one executable has all
/// (main.cpp), as an executable for each would take a tenth of the whole build.
class Program
{
public:
    using Run = int (*)(int argc, char** argv);

    /// Has `run` called if the executable's first argument is `name`. Static objects only.
    Program(const char* name, Run run) { all()[name] = run; }

    static std::map<std::string, Run>& all()
    {
        static std::map<std::string, Run> programs;
        return programs;
    }
};

} // namespace lockdesk::test
