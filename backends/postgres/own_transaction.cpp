// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/own_transaction.h"

#include "backends/postgres/errors.h"
#include "backends/postgres/link.h"

#include <functional>
#include <libpq-fe.h>
#include <memory>
#include <pqxx/pqxx>

namespace lockdesk::postgres {

namespace {

using Texts = std::vector<std::string>;

Failure own_failure(const char* name, Trouble trouble, std::string text, const char* host, const char* database,
                    const char* user)
{
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    trouble.text = std::move(text);
    Place place;
    place.product = "PostgreSQL";
    place.server = host ? host : "the local socket";
    place.database = database ? database : "";
    place.user = user ? user : "";
    place.store = "URL";
    auto failure = to_failure(trouble, place, name, false);
    failure.retryable =
        failure.retryable || is_rolled_back(trouble.code); // by the caller, from the start of its transaction
    return failure;
}

// Our statements have no other dollar signs, and at most nine values. `quoted`: of one value.
template <class Quoted> std::string with_literals(const std::string& sql, const Texts& values, Quoted quoted)
{
    std::string out;
    for (std::size_t i = 0; i < sql.size(); ++i)
        if (sql[i] == '$' && i + 1 < sql.size())
            out += quoted(values.at(static_cast<std::size_t>(sql[++i] - '1')));
        else
            out += sql[i];
    return out;
}

Answer<OwnReply> run_pqxx(pqxx::transaction_base& transaction, const char* name, const std::string& sql, const Texts& values)
{
    if (dynamic_cast<pqxx::nontransaction*>(&transaction))
        return Failure::usage("a pqxx::nontransaction is no transaction, so this would be written at once");
    const auto failed = [&](Trouble trouble, const char* text) {
        auto& connection = transaction.conn();
        return own_failure(name, std::move(trouble), text, connection.hostname(), connection.dbname(),
                           connection.username());
    };
    try {
        // Not exec_params, which runs at once, outside of any transaction, what comes after an error that ended it.
        const auto result =
            transaction.exec(with_literals(sql, values, [&](const std::string& value) { return transaction.quote(value); }));
        OwnReply reply{static_cast<std::int64_t>(result.affected_rows()), {}};
        if (!result.empty())
            reply.row.emplace();
        for (int i = 0; reply.row && i < static_cast<int>(result.columns()); ++i)
            reply.row->emplace_back(result[0][i].c_str());
        return reply;
    } catch (const pqxx::broken_connection& error) {
        return failed({.cause = Trouble::Cause::lost}, error.what());
    } catch (const pqxx::deadlock_detected& error) { // these are no sql_error in libpqxx 6
        return failed({.code = "40P01"}, error.what());
    } catch (const pqxx::serialization_failure& error) {
        return failed({.code = "40001"}, error.what());
    } catch (const pqxx::sql_error& error) {
        return failed({.code = error.sqlstate()}, error.what());
    } catch (const pqxx::usage_error& error) { // it has ended, or one inside it is open
        return Failure::usage(std::string("the transaction takes no statement now: ") + error.what());
    } catch (const std::exception& error) {
        return Failure::internal(error.what()).in_statement(name);
    }
}

Answer<OwnReply> run_libpq(pg_conn* connection, const char* name, const std::string& sql, const Texts& values)
{
    if (PQtransactionStatus(connection) == PQTRANS_IDLE)
        return Failure::usage("the connection is in no transaction, so this would be written at once");
    std::vector<const char*> texts;
    for (const auto& one : values)
        texts.push_back(one.c_str());
    const std::unique_ptr<PGresult, decltype(&PQclear)> result(
        PQexecParams(connection, sql.c_str(), static_cast<int>(texts.size()), nullptr, texts.data(), nullptr, nullptr, 0),
        PQclear);
    const auto status = PQresultStatus(result.get());
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
        const char* code = PQresultErrorField(result.get(), PG_DIAG_SQLSTATE);
        return own_failure(name, code ? Trouble{.code = code} : Trouble{.cause = Trouble::Cause::lost},
                           PQerrorMessage(connection), PQhost(connection), PQdb(connection), PQuser(connection));
    }
    OwnReply reply{std::atoll(PQcmdTuples(result.get())), {}};
    if (PQntuples(result.get()) > 0)
        reply.row.emplace();
    for (int i = 0; reply.row && i < PQnfields(result.get()); ++i)
        reply.row->emplace_back(PQgetvalue(result.get(), 0, i));
    return reply;
}

/// `run` takes the name, the text with $1 and so on, and the values.
template <class Run> sql::OwnTransaction statements_over(const Run& run, const std::optional<SandboxId>& sandbox = std::nullopt)
{
    const auto fixed = Values().sql("schema", sandbox ? sandbox_name(*sandbox) + "." : std::string());
    return {[run, fixed](const char* name, const Values& values) -> Answer<OwnReply> {
        if (!values.is_utf8() || values.has_nul())
            return not_storable_failure(name);
        const Numbered statement(sql::Template(statement_text(name), fixed, quote), values);
        Texts parameters;
        for (const auto& key : statement.parameters)
            parameters.push_back(values.find(key)->text);
        return run(name, statement.sql, parameters);
    }};
}

} // namespace

OwnTransaction::OwnTransaction(pqxx::transaction_base& transaction, const std::optional<SandboxId>& sandbox)
    : sql::OwnTransaction(statements_over(std::bind_front(run_pqxx, std::ref(transaction)), sandbox))
{
}

OwnTransaction::OwnTransaction(pg_conn* connection)
    : sql::OwnTransaction(statements_over(std::bind_front(run_libpq, connection)))
{
}

OwnTransaction::OwnTransaction(OwnRunner runner)
    : sql::OwnTransaction(statements_over([runner](const char*, const std::string& sql, const Texts& values) {
          return runner(with_literals(sql, values, literal));
      }))
{
}

} // namespace lockdesk::postgres
