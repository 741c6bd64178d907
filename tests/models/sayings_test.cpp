// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backends/observe/event.h"
#include "models/format/engine_forms.h"
#include "models/format/format.h"
#include "tests/models/fixture.h"
#include "tests/support/every_saying.h"

#include <QRegularExpression>
#include <QTranslator>

#include <gtest/gtest.h>

#include <cstdlib>

namespace lockdesk::test {
namespace {

using namespace format;

/// Loads the texts of a language during its lifetime.
class Korean
{
public:
    Korean()
    {
        EXPECT_TRUE(m_texts.load(QStringLiteral(LOCKDESK_KOREAN_QM)));
        QCoreApplication::installTranslator(&m_texts);
    }
    ~Korean() { QCoreApplication::removeTranslator(&m_texts); }

private:
    QTranslator m_texts;
};

// Two adjacent words in Latin letters are English; a unit or a command is not.
bool isEnglish(const QString& text)
{
    static const QRegularExpression words(QStringLiteral("[A-Za-z']{2,}[ ,;:]+[A-Za-z']{2,}"));
    return text.contains(words) || !text.contains(QRegularExpression(QStringLiteral("[\\x{ac00}-\\x{d7a3}]")));
}

TEST(Sayings, AreTheEnglishOfTheCommandLine)
{
    for (const Saying& one : every_saying())
        EXPECT_EQ(saying(one, saying_now).toStdString(), english(one, saying_now)) << form(one.code).word;
}

TEST(Sayings, UseEveryValueInKoreanToo)
{
    const Korean korean;
    for (const Saying& one : every_saying()) {
        const QString text = saying(one, saying_now);
        for (std::size_t value = 0; value < one.values.size(); ++value) {
            if (value == 0 && one.values[0].type == SayingValue::Type::count && one.values[0].number == 1)
                continue; // a word may replace it
            Saying other = one;
            change(other.values[value]);
            EXPECT_NE(saying(other, saying_now), text) << text.toStdString() << ", value " << value + 1;
        }
    }
}

TEST(Sayings, NoneIsEnglishInKorean)
{
    const Korean korean;
    for (const Saying& one : every_saying()) {
        const QString text = saying(one, saying_now);
        EXPECT_TRUE(one.code == SayingCode::foreign_text || !isEnglish(text)) << text.toStdString();
    }
    for (const char* sentence : engineSentences()) {
        const QString text = engineSentence(sentence);
        const bool command =
            !QString::fromLatin1(sentence).contains(QRegularExpression(QStringLiteral("[a-z]+ [a-z]+ [a-z]+")));
        EXPECT_TRUE(command || text.contains(QRegularExpression(QStringLiteral("[\\x{ac00}-\\x{d7a3}]")))) << sentence;
        EXPECT_NE(text, QString::fromLatin1(sentence));
    }
    for (int kind = 0; kind < static_cast<int>(FindingKind::count_); ++kind)
        EXPECT_FALSE(isEnglish(findingKind(static_cast<FindingKind>(kind))));
    for (int kind = 0; kind <= static_cast<int>(EventKind::audit); ++kind) {
        const Event event{static_cast<EventKind>(kind), Entity::lock, "7", "8", FencingToken{4}, {}, {}};
        EXPECT_TRUE(static_cast<EventKind>(kind) == EventKind::audit || !isEnglish(format::event(event)))
            << format::event(event).toStdString();
    }
}

// Failures with values: the translation contains every value, and English is as the engine wrote it.
TEST(Sayings, FormsOfFailuresKeepTheirValues)
{
    const QStringList values{QStringLiteral("10.0.0.7:5432"), QStringLiteral("주문"), QStringLiteral("7"),
                             QStringLiteral("넷")};
    const auto filled = [&](const char* form) {
        QString text = QString::fromUtf8(form);
        for (int i = int(values.size()); i > 0; --i)
            text.replace(u'%' + QString::number(i), values[i - 1]);
        return text.toStdString();
    };
    for (const char* form : engineForms())
        EXPECT_EQ(engineSentence(filled(form)).toStdString(), filled(form));
    const Korean korean;
    for (const char* form : engineForms()) {
        const QString text = engineSentence(filled(form));
        EXPECT_TRUE(text.contains(QRegularExpression(QStringLiteral("[\\x{ac00}-\\x{d7a3}]")))) << form;
        EXPECT_NE(text.toStdString(), filled(form));
        for (int i = 1; i <= int(values.size()); ++i) {
            const bool has = QString::fromUtf8(form).contains(u'%' + QString::number(i));
            EXPECT_TRUE(!has || text.contains(values[i - 1])) << form << " lost %" << i;
        }
    }
}

// The relay and the worker store English; what a command wrote stays as it is.
TEST(Sayings, AStoredErrorOfOursIsSaidInTheUsersLanguage)
{
    const Korean korean;
    EXPECT_EQ(engineSentence("the command's exit status is 1").toStdString(), "명령의 종료 상태: 1");
    const Event failed{EventKind::failed, Entity::task, "gw-1", "w", {}, {}, "the command's exit status is 2; its last output:\nno such pod"};
    EXPECT_FALSE(isEnglish(format::event(failed).remove(QStringLiteral("no such pod")))) << format::event(failed).toStdString();
    const Event dead{EventKind::dead, Entity::message, "9", "r", {}, {}, "the receiver answered HTTP 503"};
    EXPECT_FALSE(isEnglish(format::event(dead))) << format::event(dead).toStdString();
    EXPECT_TRUE(saying(say(SayingCode::last_error).text("the command's exit status is 1"), saying_now).contains(QStringLiteral("종료 상태")));
    EXPECT_TRUE(saying(say(SayingCode::foreign_text).text("the command's exit status is 1"), saying_now).contains(QStringLiteral("종료 상태")));
}

TEST(Sayings, WhatTheServerSaidStaysBesideTheSentence)
{
    const Korean korean;
    EXPECT_EQ(engineSentence("INFO is not permitted to this user (NOPERM x)").toStdString(),
              "이 사용자에게 INFO가 허용되지 않음 (NOPERM x)");
}

// A malicious server may send megabytes of nested text that looks like the engine's.
TEST(Sayings, AnEndlessFailureIsNoneOfOurs)
{
    const QString form = QStringLiteral("PostgreSQL rolled back because of concurrent work: ");
    EXPECT_TRUE(translatedFailure(form + u'x'));
    EXPECT_TRUE(translatedFailure(form.repeated(20) + u'x'));
    EXPECT_FALSE(translatedFailure(form + QString(2000, u'x')));
    const QString endless = form.repeated(20'000) + u'x';
    EXPECT_FALSE(translatedFailure(endless));
    EXPECT_EQ(engineSentence(endless.toStdString()), foreign(endless));
}

// The whole console uses one time zone: sentences show the same times as columns.
TEST(Sayings, TimesAreOfTheUsersZone)
{
    setenv("TZ", "Asia/Seoul", 1);
    tzset();
    const TimePoint at = time_from_us(1'795'264'327'000'000);
    const QString text = saying(say(SayingCode::last_run).at(at), at);
    EXPECT_EQ(text.toStdString(), "last run " + format::clock(at, at).toStdString());
    EXPECT_TRUE(text.endsWith(QStringLiteral("21:32:07"))) << text.toStdString();
    const QString later = saying(say(SayingCode::last_run).at(at), at + std::chrono::hours{3});
    EXPECT_EQ(later.toStdString(), "last run 2026-11-21 21:32:07") << "the date where the day is another";
    setenv("TZ", "UTC", 1);
    tzset();
}

} // namespace
} // namespace lockdesk::test
