// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/statement_gate.h"

#include "backends/engine/text/fold.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lockdesk {

namespace {

constexpr std::size_t longest_statement = 64 * 1024;
constexpr char unknown_part = '\x02';

struct SqlToken
{
    enum class Kind { word, quoted, text, sign } kind = Kind::sign;
    std::string text;      ///< in capitals for words and quoted names
    std::size_t begin = 0; ///< in the statement
};

using SqlTokens = std::vector<SqlToken>;
using WordList = std::string_view; ///< each between blanks

bool is_listed(WordList list, std::string_view word)
{
    return !word.empty() && word.find(' ') == std::string_view::npos
           && list.find(" " + std::string(word) + " ") != std::string_view::npos;
}

bool begins_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (static_cast<unsigned char>(c) & 0x80) != 0
           || c == unknown_part;
}

bool is_word(char c) { return begins_word(c) || (c >= '0' && c <= '9'); }

std::string in_capitals(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return out;
}

struct Unreadable
{
    std::string why;
};

// Rejects signs that begin a comment or a text on one server and mean something else on another: a text here is then a text
// on every server.
void check_sign(std::string_view rest)
{
    for (const std::string_view sign : {"--", "/*"})
        if (rest.starts_with(sign))
            throw Unreadable{"a comment in it; put the explanation into the step's 'why'"};
    if (std::string_view("#`$").find(rest.front()) != std::string_view::npos)
        throw Unreadable{std::string("a ") + rest.front() + " outside of a text, which servers read in different ways"};
}

bool is_control(char c) { return (static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r') || c == 0x7F; }

SqlTokens tokens_of(std::string_view text)
{
    SqlTokens out;
    if (text.size() > longest_statement)
        throw Unreadable{"more than 64 KiB in it"};
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        std::size_t end = at + 1;
        if (c == '\\' || c == '\0')
            throw Unreadable{"a backslash or a zero byte in it, which servers read in different ways"};
        if (c == '\'' || c == '"') {
            // A doubled quote within a text is parsed as two adjacent texts here.
            end = text.find(c, at + 1);
            if (end == std::string_view::npos)
                throw Unreadable{"a quote that is not closed"};
            if (text.find('\\', at) < end || text.find('\0', at) < end)
                throw Unreadable{"a backslash or a zero byte in it, which servers read in different ways"};
            out.push_back(
                {c == '"' ? SqlToken::Kind::quoted : SqlToken::Kind::text, in_capitals(text.substr(at + 1, end - at - 1)), at});
            ++end;
        } else if (begins_word(c)) {
            while (end < text.size() && (is_word(text[end]) || text[end] == '$'))
                ++end;
            out.push_back({SqlToken::Kind::word, in_capitals(text.substr(at, end - at)), at});
        } else if (is_control(c)) {
            throw Unreadable{"a control character outside of a text, which some servers read as a blank"};
        } else if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
            check_sign(text.substr(at));
            while (c >= '0' && c <= '9' && end < text.size() && is_word(text[end]))
                ++end;
            out.push_back({SqlToken::Kind::sign, std::string(text.substr(at, end - at)), at});
        }
        at = end;
    }
    return out;
}

constexpr WordList row_verbs = " SELECT WITH VALUES TABLE INSERT REPLACE UPDATE DELETE MERGE TRUNCATE EXPLAIN ";
constexpr WordList transaction_verbs = " BEGIN START COMMIT END ROLLBACK ABORT SAVEPOINT RELEASE ";
constexpr WordList transaction_words = " TRANSACTION WORK IMMEDIATE EXCLUSIVE DEFERRED ISOLATION LEVEL SERIALIZABLE "
                                       "REPEATABLE READ COMMITTED UNCOMMITTED WRITE ONLY "
                                       "WITH CONSISTENT SNAPSHOT AND NO CHAIN NOT DEFERRABLE ";
constexpr WordList kinds_made = " TABLE INDEX VIEW SEQUENCE ";
constexpr WordList engines = " INNODB ARIA MYISAM MEMORY ";

// Functions, and words called without parentheses. In addition, all names with a prefix or suffix below.
constexpr WordList functions_beyond = " SET_CONFIG CURRENT_SETTING TS_STAT TS_REWRITE XPATH GET_LOCK RELEASE_LOCK "
                                      "RELEASE_ALL_LOCKS IS_FREE_LOCK IS_USED_LOCK SLEEP "
                                      "BENCHMARK LOAD_FILE LOAD_EXTENSION READFILE WRITEFILE EDIT FTS3_TOKENIZER SYS_EXEC "
                                      "SYS_EVAL SYS_GET SYS_SET MASTER_POS_WAIT "
                                      "MASTER_GTID_WAIT MYSQL_CLIENT DBMS_LOCK ";
constexpr WordList schemas_beyond = " INFORMATION_SCHEMA PERFORMANCE_SCHEMA MYSQL SYS TEMP ";

std::optional<std::string> none_of_ours(const std::string& what)
{
    return what + " is nothing that a lesson may ask; its SQL is about rows, tables, views, indexes and transactions";
}

std::string word_at(const SqlTokens& tokens, std::size_t at)
{
    return at < tokens.size() && tokens[at].kind == SqlToken::Kind::word ? tokens[at].text : std::string();
}

bool is_sign(const SqlTokens& tokens, std::size_t at, std::string_view sign)
{
    return at < tokens.size() && tokens[at].kind == SqlToken::Kind::sign && tokens[at].text == sign;
}

// The engine that stands there, if it keeps its rows elsewhere. Without a sign, a word may also be the type of a column `engine`.
std::optional<std::string> engine_beyond(const SqlTokens& tokens, std::size_t at)
{
    const bool given = is_sign(tokens, at, "=");
    at += given;
    if (at >= tokens.size() || tokens[at].kind == SqlToken::Kind::sign)
        return given ? std::optional(std::string("?")) : std::nullopt;
    const std::string& engine = tokens[at].text;
    const bool may_be_type = !given && tokens[at].kind == SqlToken::Kind::word && engine.find(unknown_part) == std::string::npos;
    const bool refused = may_be_type ? is_listed(" FEDERATED FEDERATEDX CONNECT CSV SPIDER S3 MERGE MRG_MYISAM SPHINX MROONGA "
                                                 "OQGRAPH BLACKHOLE ARCHIVE ROCKSDB SEQUENCE ",
                                                 engine)
                                     : !is_listed(engines, engine);
    return refused ? std::optional(engine) : std::nullopt;
}

std::optional<std::string> refused_definition(const SqlTokens& tokens)
{
    std::size_t at = 1;
    if (word_at(tokens, at) == "OR" && word_at(tokens, at + 1) == "REPLACE")
        at += 2;
    if (word_at(tokens, at) == "UNIQUE")
        ++at;
    const std::string kind = word_at(tokens, at);
    if (!is_listed(kinds_made, kind) || (tokens[0].text == "ALTER" && kind != "TABLE"))
        return none_of_ours(tokens[0].text + " " + kind);
    for (std::size_t i = at; i < tokens.size(); ++i) {
        const std::string word = word_at(tokens, i), next = word_at(tokens, i + 1);
        if (word == "TABLESPACE"
            || is_listed(" DATA-DIRECTORY INDEX-DIRECTORY OWNER-TO SET-SCHEMA ENABLE-TRIGGER DISABLE-TRIGGER "
                         "ENABLE-ALWAYS ENABLE-REPLICA ENABLE-RULE DISABLE-RULE ",
                         word + "-" + next))
            return none_of_ours(tokens[0].text + " " + kind + " ... " + word);
        if (const auto engine = word == "ENGINE" ? engine_beyond(tokens, i + 1) : std::nullopt)
            return none_of_ours("a table of the engine " + *engine);
    }
    return std::nullopt;
}

std::optional<std::string> refused_transaction(const SqlTokens& tokens)
{
    const std::string& verb = tokens[0].text;
    const bool named = verb == "SAVEPOINT" || verb == "RELEASE" || (verb == "ROLLBACK" && tokens.size() > 1);
    for (std::size_t i = 1; i < tokens.size(); ++i) {
        const bool comma = is_sign(tokens, i, ",") || is_sign(tokens, i, ";");
        if (!comma && !is_listed(transaction_words, word_at(tokens, i))
            && !(named && i < 5 && tokens[i].kind != SqlToken::Kind::sign))
            return none_of_ours(verb + " ... " + tokens[i].text);
    }
    return std::nullopt;
}

std::optional<std::string> refused_verb(const SqlTokens& tokens)
{
    const std::string verb = word_at(tokens, 0);
    if (verb.find(unknown_part) != std::string::npos || is_listed(row_verbs, verb))
        return std::nullopt;
    if (verb == "CREATE" || verb == "ALTER" || verb == "DROP")
        return refused_definition(tokens);
    if (is_listed(transaction_verbs, verb))
        return refused_transaction(tokens);
    std::size_t at = 1;
    if (verb == "SET" && (word_at(tokens, at) == "SESSION" || word_at(tokens, at) == "LOCAL"))
        ++at;
    if (verb == "SET" && word_at(tokens, at) == "TRANSACTION")
        return std::nullopt;
    if (verb == "LOCK" && word_at(tokens, 1) == "TABLE")
        return std::nullopt;
    // Parentheses may contain a SELECT; the names in it are checked below.
    if (is_sign(tokens, 0, "("))
        return std::nullopt;
    return none_of_ours(verb.empty() ? tokens[0].text : verb);
}

bool is_beyond(const std::string& name)
{
    for (const std::string_view prefix : {"PG_", "LO_", "DBLINK", "SQLITE_", "PRAGMA_", "LOREAD", "LOWRITE"})
        if (name.starts_with(prefix))
            return true;
    return name.find("_TO_XML") != std::string::npos || name.ends_with("_XMLSCHEMA");
}

std::optional<std::string> refused_name(const SqlTokens& tokens, std::size_t at)
{
    const SqlToken& token = tokens[at];
    if (token.kind == SqlToken::Kind::text || token.kind == SqlToken::Kind::sign)
        return std::nullopt;
    const bool called = is_sign(tokens, at + 1, "(");
    const bool qualifies = is_sign(tokens, at + 1, ".");
    if (is_beyond(token.text) || (called && is_listed(functions_beyond, token.text))
        || (qualifies && is_listed(schemas_beyond, token.text)))
        return none_of_ours(token.text);
    if (token.kind == SqlToken::Kind::word && (token.text == "OUTFILE" || token.text == "DUMPFILE"))
        return none_of_ours("INTO " + token.text);
    // Another syntax for names, with its own escapes.
    if (token.text == "U" && is_sign(tokens, at + 1, "&") && at + 2 < tokens.size()
        && tokens[at + 2].kind != SqlToken::Kind::sign && tokens[at + 2].kind != SqlToken::Kind::word)
        return none_of_ours("U&");
    return std::nullopt;
}

} // namespace

std::optional<std::string> refused_statement(std::string_view text, StatementWrites writes)
{
    SqlTokens tokens;
    try {
        tokens = tokens_of(text);
    } catch (const Unreadable& wrong) {
        return "the SQL has " + wrong.why;
    }
    if (tokens.empty())
        return std::nullopt; // each store reports an empty text itself
    if (auto verb = refused_verb(tokens))
        return verb;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (auto name = refused_name(tokens, i))
            return name;
        if (writes == StatementWrites::refused && word_at(tokens, i) == "READ" && word_at(tokens, i + 1) == "WRITE")
            return "this session is read-only";
        if (is_sign(tokens, i, ";") && i + 1 < tokens.size() && !is_sign(tokens, i + 1, ";"))
            return "there is more than one statement in the text; give one at a time";
    }
    return std::nullopt;
}

std::vector<std::string> referenced_tables(std::string_view text)
{
    std::vector<std::string> out;
    try {
        const SqlTokens tokens = tokens_of(text);
        for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
            if (word_at(tokens, i) != "REFERENCES")
                continue;
            out.push_back(lower_case(tokens[i + 1].text));
        }
    } catch (const Unreadable&) {
        return {};
    }
    return out;
}

std::optional<std::string> query_of_view(std::string_view text)
{
    try {
        const SqlTokens tokens = tokens_of(text);
        std::size_t at = 1;
        if (word_at(tokens, 0) != "CREATE")
            return std::nullopt;
        if (word_at(tokens, at) == "OR" && word_at(tokens, at + 1) == "REPLACE")
            at += 2;
        if (word_at(tokens, at) != "VIEW")
            return std::nullopt;
        while (at < tokens.size() && word_at(tokens, at) != "AS")
            ++at;
        if (at + 1 >= tokens.size())
            return std::nullopt;
        const std::size_t begin = tokens[at + 1].begin;
        std::size_t last = tokens.size();
        while (is_sign(tokens, last - 1, ";"))
            --last;
        // WITH [CASCADED | LOCAL] CHECK OPTION belongs to the view.
        if (word_at(tokens, last - 1) == "OPTION" && word_at(tokens, last - 2) == "CHECK")
            last -= word_at(tokens, last - 3) == "WITH" ? 3 : 4;
        return std::string(text.substr(begin, last < tokens.size() ? std::max(tokens[last].begin, begin) - begin : text.npos));
    } catch (const Unreadable&) {
        return std::nullopt;
    }
}

} // namespace lockdesk
