// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/completion.h"

#include "app/common/connections.h"
#include "app/ctl/global_options.h"
#include "app/ctl/words.h"
#include "backends/engine/text/filter_words.h"
#include "backends/engine/text/shown_text.h"

#include <algorithm>

namespace lockdesk::ctl {

namespace {

using Words = std::vector<std::string>;

constexpr std::size_t most_names = 200;
constexpr Duration longest_query = std::chrono::seconds{2};

bool is_option(const std::string& word) { return word.starts_with('-') && word.size() > 1; }

bool takes_value(const Command::Item& item) { return item.kind != Command::Kind::flag; }

Words saved_names()
{
    Words out;
    if (const auto saved = app::load_connections())
        for (const auto& one : *saved)
            out.push_back(one.name);
    return out;
}

// Names of locks that begin with what was typed, read by a session that cannot write.
Words lock_names(Context& context, const Words& globals, const std::string& typed)
{
    Words out;
    try {
        auto options = parse_globals(globals, {}).options;
        options.read_only = true;
        options.timeout = std::min(options.timeout, longest_query);
        context.set_options(options);
        ListRequest request;
        request.limit = most_names;
        if (!typed.empty())
            request.filter = Filter({{"name", FilterTerm::Op::contains, typed, false}});
        const auto page = context.ask([&](Session& s) { return s.locks().list(request); });
        for (const LockRow& row : page->rows)
            out.push_back(row.name);
    } catch (...) { // a key was pressed: no store, no names
        out.clear();
    }
    return out;
}

/// One completion: the line is read once, then each part adds its candidates.
class Completing
{
public:
    Completing(const CommandTree& tree, Context& context, const Words& words)
        : m_tree(tree), m_context(context), m_typed(words.back()),
          m_line(tree.split({words.begin(), words.end() - 1})), m_before(words.size() > 1 ? words[words.size() - 2] : ""),
          m_found(tree.find(m_line.rest))
    {
    }

    Completions run()
    {
        if (std::find(m_line.rest.begin(), m_line.rest.end(), "--") != m_line.rest.end()) {
            m_out.files = m_found.command != nullptr && !m_found.command->rest_help().empty();
            return std::move(m_out);
        }
        if (!add_value_of_option())
            add_words();
        return std::move(m_out);
    }

private:
    void add(const Words& words)
    {
        for (const std::string& one : words)
            if (one.starts_with(m_typed) && shown(one) == one)
                m_out.words.push_back(one);
    }

    void add_values(const Command::Item& item)
    {
        add(item.words);
        if (item.offers)
            add(item.offers());
        if (item.locks && !m_typed.starts_with('-'))
            for (const std::string& name : lock_names(m_context, m_line.globals, m_typed))
                if (!name.starts_with('-')) // would be an option
                    add({name});
        const std::string& of = is_option(item.name) ? item.placeholder : item.name;
        m_out.files = m_out.files || of == "FILE" || of == "F" || of == "WHICH";
    }

    void add_stores()
    {
        Words out{"memory:", "sqlite:///", "postgresql://", "mariadb://", "redis://", "rediss://", "mongodb://", "redlock://"};
        for (const std::string& name : saved_names())
            out.push_back("@" + name);
        add(out);
    }

    // Returns whether the last word is the value of an option.
    bool add_value_of_option()
    {
        if (m_before.find('=') != std::string::npos || !is_option(m_before))
            return false;
        if (m_found.command != nullptr)
            for (const Command::Item& item : m_found.command->items())
                if (item.name == m_before && takes_value(item)) {
                    add_values(item);
                    return true;
                }
        const auto* global = find_global(m_before);
        if (global == nullptr || *global->placeholder == '\0')
            return false;
        add(global->words);
        if (std::string_view(global->name) == "--store")
            add_stores();
        return true;
    }

    void add_words()
    {
        const bool helps = m_found.command != nullptr && m_found.command->path() == "help"; // its words are those of a command
        if (m_found.command != nullptr && !helps)
            add_of_command(*m_found.command);
        std::string path;
        for (std::size_t i = helps ? m_found.words : 0; i < m_line.rest.size(); ++i)
            path += (path.empty() ? "" : " ") + m_line.rest[i];
        const auto inside = m_tree.below(path);
        add(inside);
        if (is_option(m_typed) || m_typed == "-")
            for (const GlobalOption& option : global_options())
                add({option.name});
    }

    void add_of_command(const Command& command)
    {
        for (const Command::Item& item : command.items())
            if (is_option(item.name) && m_typed.starts_with('-'))
                add({item.name});
        if (command.is_filtered())
            add_filters(command);
        if (const auto* item = next_positional(command))
            add_values(*item);
    }

    void add_filters(const Command& command)
    {
        const auto of = command.filters();
        for (const std::string& state : states_of(of))
            if (state.find(' ') == std::string::npos) // would need quotes inside the word
                add({"state:" + state});
        if (of && m_typed.find(':') == std::string::npos)
            for (const std::string_view key : filter_keys_of(*of))
                add({std::string(key) + ":"});
    }

    // The positional that the last word would be; the last of them may have several words.
    const Command::Item* next_positional(const Command& command) const
    {
        std::size_t index = 0;
        for (std::size_t i = m_found.words; i < m_line.rest.size(); ++i) {
            const std::string& word = m_line.rest[i];
            if (!is_option(word)) {
                ++index;
                continue;
            }
            for (const Command::Item& item : command.items())
                i += item.name == word && takes_value(item) ? 1 : 0;
        }
        const Command::Item* last = nullptr;
        for (const Command::Item& item : command.items()) {
            if (is_option(item.name))
                continue;
            if (index == 0)
                return &item;
            --index;
            last = item.kind == Command::Kind::many ? &item : nullptr;
        }
        return last;
    }

    const CommandTree& m_tree;
    Context& m_context;
    std::string m_typed;
    SplitLine m_line; ///< without the last word
    std::string m_before;
    CommandTree::Found m_found;
    Completions m_out;
};

} // namespace

Completions complete(const CommandTree& tree, Context& context, std::vector<std::string> words)
{
    if (words.empty())
        words.emplace_back();
    Completions out = Completing(tree, context, words).run();
    std::sort(out.words.begin(), out.words.end());
    out.words.erase(std::unique(out.words.begin(), out.words.end()), out.words.end());
    return out;
}

std::optional<std::vector<std::string>> words_of_line(const std::string& line)
{
    constexpr char end_mark = '\x01'; // the last word exists though it may be empty
    auto words = split_words(line + end_mark);
    if (!words || words->empty() || !words->back().ends_with(end_mark)) // behind #
        return std::nullopt;
    words->back().pop_back();
    return std::move(words).value();
}

} // namespace lockdesk::ctl
