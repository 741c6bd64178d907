// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/connections.h"
#include "app/ctl/closest.h"
#include "app/ctl/command.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"

#include <algorithm>

namespace lockdesk::ctl {

namespace {

using app::SavedConnection;

std::vector<std::string> names_of(const std::vector<SavedConnection>& saved)
{
    std::vector<std::string> out;
    for (const SavedConnection& one : saved)
        out.push_back(one.name);
    return out;
}

std::vector<std::string> saved_connections()
{
    const auto saved = app::load_connections();
    return saved ? names_of(*saved) : std::vector<std::string>();
}

// An address in the file may hold a password that somebody wrote by hand: it is not printed.
Json line_of(const SavedConnection& one, bool chosen)
{
    const auto url = StoreUrl::parse(one.url);
    Json line = Output::line("connection", std::nullopt);
    line["name"] = to_valid_utf8(one.name);
    line["url"] = url ? Json(url->redacted()) : Json(nullptr);
    line["environment"] = one.environment;
    line["read_only"] = one.read_only;
    line["chosen"] = chosen;
    return line;
}

void print_chosen(Context& context, const SavedConnection& one)
{
    const auto url = StoreUrl::parse(one.url);
    context.out().emit(line_of(one, true), one.name + "  " + (url ? url->redacted() : "an invalid address") + "  "
                                               + one.environment + (one.read_only ? ", read-only" : ""));
}

const SavedConnection& saved_of(const std::vector<SavedConnection>& saved, const std::string& name)
{
    const auto found = std::find_if(saved.begin(), saved.end(), [&](const auto& one) { return one.name == name; });
    if (found == saved.end())
        fail_usage("There is no saved connection '" + to_valid_utf8(name) + "' in "
                   + to_valid_utf8(app::connections_file().string()) + "." + did_you_mean(name, names_of(saved)));
    return *found;
}

// Saves the address without its password, in the list as it is now.
std::vector<SavedConnection> save(const Context& context, const std::string& name, const std::string& text)
{
    const auto url = or_fail(StoreUrl::parse(text));
    context.check_address(url);
    if (name.find_first_of("\r\n") != std::string::npos)
        fail_usage("the name of a connection cannot have line breaks");
    return or_fail(app::change_connections([&](std::vector<SavedConnection>& saved) -> std::optional<Failure> {
        const auto found = std::find_if(saved.begin(), saved.end(), [&](const auto& one) { return one.name == name; });
        SavedConnection& one = found != saved.end() ? *found : saved.emplace_back();
        one.name = name;
        one.url = url.without_password();
        return std::nullopt;
    }));
}

int use(Context& context, const Args& args)
{
    auto saved = or_fail(app::load_connections());
    if (args.has("--none")) {
        if (args.has("NAME"))
            fail_usage("--none cannot be combined with a name");
        (void)or_fail(app::choose_connection({}));
        context.out().nothing("No connection is chosen.", std::nullopt);
        return exit_done;
    }
    args.exclude_without("NAME", {"--url"});
    std::string name = args.text("NAME");
    name = name.starts_with('@') ? name.substr(1) : name;
    if (args.has("NAME") && name.empty())
        fail_usage("the name of the connection is empty");
    if (args.has("--url"))
        saved = save(context, name, args.text("--url"));
    if (!name.empty()) {
        const SavedConnection& one = saved_of(saved, name);
        (void)or_fail(app::choose_connection(name));
        print_chosen(context, one);
        return exit_done;
    }
    name = or_fail(app::chosen_connection());
    if (name.empty())
        context.out().nothing("No connection is chosen. Choose one: lockdeskctl use NAME", std::nullopt);
    else
        print_chosen(context, saved_of(saved, name));
    return exit_done;
}

int list(Context& context, const Args&)
{
    const auto saved = or_fail(app::load_connections());
    const auto chosen = or_fail(app::chosen_connection());
    for (const SavedConnection& one : saved)
        context.out().emit_row(line_of(one, one.name == chosen), "connection");
    if (saved.empty())
        context.out().nothing("No connections are saved.", std::nullopt);
    return exit_done;
}

} // namespace

void add_use_commands(CommandTree& tree)
{
    tree.add("use", "Choose the saved connection for commands without a store, or show it.", use)
        .maybe("NAME", "a saved connection, of the console or of --url; without it the chosen one is shown")
        .offers(saved_connections)
        .option("--url", "URL", "save this address under the name first; its password is not saved")
        .flag("--none", "choose none")
        .text("--store and the variable LOCKDESK_STORE precede it. Names and addresses are those of the console: "
              "lockdesk/connections.json in XDG_CONFIG_HOME, else ~/.config. It holds no passwords: "
              "LOCKDESK_PASSWORD does, or what the store's own client reads.")
        .example("lockdeskctl use staging --url postgresql://me@db.example/app")
        .example("lockdeskctl use staging && lockdeskctl list locks");
    tree.add("list connections", "List the saved connections.", list).tabled("connection");
}

} // namespace lockdesk::ctl
