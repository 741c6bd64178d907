// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sheets/command_layout.h"

#include "widgets/sheets/json_layout.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace lockdesk {

namespace {

struct CommandLayoutTexts
{
    Q_DECLARE_TR_FUNCTIONS(CommandLayout)
};

bool begins(const QString& statement, QLatin1String word) { return statement.startsWith(word, Qt::CaseInsensitive); }

/// Returns the length of the first word of a clause that begins here, outside of strings and brackets; 0: none does.
qsizetype clauseAt(const QString& statement, qsizetype at)
{
    static const std::array clauses{
        QStringLiteral("SET "),       QStringLiteral("FROM "),        QStringLiteral("WHERE "),
        QStringLiteral("AND "),       QStringLiteral("SELECT "),      QStringLiteral("VALUES "),
        QStringLiteral("RETURNING "), QStringLiteral("ON CONFLICT "), QStringLiteral("LEFT JOIN "),
        QStringLiteral("ORDER BY "),  QStringLiteral("LIMIT ")};
    const auto found = std::find_if(clauses.begin(), clauses.end(), [&](const QString& clause) {
        return QStringView(statement).mid(at).startsWith(clause, Qt::CaseInsensitive);
    });
    return found == clauses.end() ? 0 : found->size();
}

bool isChange(const QString& statement)
{
    return begins(statement, QLatin1String("UPDATE ")) || begins(statement, QLatin1String("INSERT "))
           || begins(statement, QLatin1String("DELETE "));
}

// Part of the transaction, without a decision.
bool isBeside(const QString& statement)
{
    static const QRegularExpression audit(QStringLiteral("^INSERT INTO \\S*audit\\b"),
                                          QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression stamp(QStringLiteral("^UPDATE \\S*stamp\\b"), QRegularExpression::CaseInsensitiveOption);
    return begins(statement, QLatin1String("BEGIN IMMEDIATE")) || begins(statement, QLatin1String("COMMIT"))
           || audit.match(statement).hasMatch() || stamp.match(statement).hasMatch();
}

} // namespace

QString laidOut(const QString& statement)
{
    static const QRegularExpression sql(QStringLiteral("^(UPDATE|INSERT|DELETE|SELECT|WITH)\\b"),
                                        QRegularExpression::CaseInsensitiveOption);
    if (statement.contains(u'\n'))
        return statement;
    if (!sql.match(statement).hasMatch())
        return jsonLaidOut(statement);
    QString out;
    QChar quote;
    int depth = 0;
    bool between = false; // BETWEEN a AND b is one condition
    for (qsizetype at = 0; at < statement.size(); ++at) {
        const QChar c = statement[at];
        if (!quote.isNull()) {
            quote = c == quote ? QChar() : quote; // a doubled quote opens the string again
        } else if (c == u'\'' || c == u'"' || c == u'`') {
            quote = c;
        } else if (c == u'(') {
            ++depth;
        } else if (c == u')') {
            --depth;
        } else if (depth == 0 && at > 0 && statement[at - 1] == u' ') {
            between = between || QStringView(statement).mid(at).startsWith(u"BETWEEN ", Qt::CaseInsensitive);
            if (clauseAt(statement, at) > 0) {
                const bool inner = QStringView(statement).mid(at).startsWith(u"AND ", Qt::CaseInsensitive);
                if (!(inner && std::exchange(between, false)))
                    out += inner ? QStringLiteral("\n    ") : QStringLiteral("\n  ");
            }
        }
        out += c;
    }
    return out;
}

QString transactionText(const QStringList& statements)
{
    // A read is the decision only if nothing is written.
    auto decides = std::find_if(statements.begin(), statements.end(),
                                [](const QString& each) { return isChange(each) && !isBeside(each); });
    if (decides == statements.end())
        decides = std::find_if_not(statements.begin(), statements.end(), isBeside);
    if (statements.size() < 2 || decides == statements.end()) {
        QStringList out;
        std::transform(statements.begin(), statements.end(), std::back_inserter(out), laidOut);
        return out.join(u'\n');
    }
    QStringList out{laidOut(*decides)};
    if (decides != statements.begin())
        out += QStringLiteral("-- ") + CommandLayoutTexts::tr("before it, in the same transaction:");
    for (auto each = statements.begin(); each != decides; ++each)
        out += laidOut(*each);
    if (decides + 1 != statements.end())
        out += QStringLiteral("-- ") + CommandLayoutTexts::tr("after it:");
    for (auto each = decides + 1; each != statements.end(); ++each)
        out += laidOut(*each);
    return out.join(u'\n');
}

} // namespace lockdesk
