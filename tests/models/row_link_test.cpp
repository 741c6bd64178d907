// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/row_link.h"

#include <gtest/gtest.h>

namespace lockdesk::test {
namespace {

std::string problem(const QByteArray& text)
{
    const ReadRowLink read = readRowLink(text);
    EXPECT_EQ(read.problem.isEmpty(), read.link.has_value()) << text.toStdString();
    return read.problem.toStdString();
}

TEST(RowLink, EveryNameComesBack)
{
    for (const Entity entity : {Entity::lock, Entity::task, Entity::message, Entity::worker})
        for (const QString& name :
             {QStringLiteral("nightly"), QStringLiteral("a/b c?d#e%41"), QStringLiteral("잠금"), QStringLiteral("x\ny\t\x1b[31m"),
              QStringLiteral("<b>&amp;</b>"), QStringLiteral(".."), QStringLiteral("%")}) {
            const RowLink link{name, entity, name + QStringLiteral("/") + name};
            const QString text = rowLinkText(link);
            const ReadRowLink read = readRowLink(text.toUtf8());
            ASSERT_TRUE(read.link) << text.toStdString() << ": " << read.problem.toStdString();
            EXPECT_EQ(*read.link, link);
            for (const QChar c : text)
                EXPECT_TRUE(c.unicode() > ' ' && c.unicode() < 0x7f) << text.toStdString();
        }
    EXPECT_EQ(rowLinkText({QStringLiteral("orders"), Entity::lock, QStringLiteral("nightly")}),
              QStringLiteral("lockdesk://orders/locks/nightly"));
}

TEST(RowLink, TypedByHand)
{
    EXPECT_EQ(readRowLink("LOCKDESK://orders/Locks/stock:1/a").link,
              (RowLink{QStringLiteral("orders"), Entity::lock, QStringLiteral("stock:1/a")}));
    EXPECT_EQ(readRowLink("lockdesk://orders/locks/잠금").link,
              (RowLink{QStringLiteral("orders"), Entity::lock, QStringLiteral("잠금")}));
}

TEST(RowLink, WhatHasNone)
{
    EXPECT_EQ(rowLinkText({QStringLiteral("orders"), Entity::audit, QStringLiteral("x")}), QString());
    EXPECT_EQ(rowLinkText({QStringLiteral("orders"), Entity::waiter, QStringLiteral("x")}), QString());
    EXPECT_EQ(rowLinkText({QString(), Entity::lock, QStringLiteral("x")}), QString());
    EXPECT_EQ(rowLinkText({QStringLiteral("orders"), Entity::lock, QString()}), QString());
    EXPECT_EQ(rowLinkText({QStringLiteral("orders"), Entity::lock, QString(1000, QChar(0xc7a0))}), QString()) << "too long to be read";
    EXPECT_EQ(rowLinkText({QStringLiteral("orders"), Entity::lock, QString(QChar(0))}), QString());
}

TEST(RowLink, WhatAnEnemyWrites)
{
    EXPECT_EQ(problem(QByteArray("lockdesk://orders/locks/") + QByteArray(5000, 'a')), "The link is longer than 2,048 bytes.");
    for (const char* bad : {"lockdesk://orders/locks/a b", "lockdesk://orders/locks/a\nb", "lockdesk://orders/locks/\x1b[31m",
                            "lockdesk://orders/locks/a\x7f", "\tlockdesk://orders/locks/a"})
        EXPECT_EQ(problem(bad), "The link contains spaces or control characters.") << bad;
    EXPECT_EQ(problem(QByteArray("lockdesk://orders/locks/a\0b", 26)), "The link contains spaces or control characters.");
    for (const char* bad : {"", "http://orders/locks/a", "file:///etc/passwd", "lockdesk:orders/locks/a", "--connect=x", "lockdesk:/"})
        EXPECT_EQ(problem(bad), "A link begins with lockdesk://, as lockdesk://orders/locks/nightly.") << bad;
    for (const char* bad : {"lockdesk://", "lockdesk://orders", "lockdesk://orders/locks", "lockdesk://orders/locks/a?run=1",
                            "lockdesk://orders/locks/a#b"})
        EXPECT_EQ(problem(bad), "A link has a connection, a page and a row, as lockdesk://orders/locks/nightly.") << bad;
    for (const char* bad : {"lockdesk:///locks/a", "lockdesk://orders/locks/", "lockdesk://orders/locks/%", "lockdesk://orders/locks/%4",
                            "lockdesk://orders/locks/%zz", "lockdesk://orders/locks/a%00b", "lockdesk://%ff/locks/a",
                            "lockdesk://orders/locks/%c0%80", "lockdesk://orders/locks/\xff", "lockdesk://orders/locks/%ed%a0%80"})
        EXPECT_EQ(problem(bad), "The names in the link are no text.") << bad;
    EXPECT_EQ(problem("lockdesk://orders/settings/a"), "A link leads to locks, tasks, outbox or workers, not to settings.");
    EXPECT_EQ(problem("lockdesk://orders/<b>/a"), "A link leads to locks, tasks, outbox or workers, not to <b>.");
    EXPECT_EQ(problem("lockdesk://orders/\xe2\x80\xae" "x/a").find("\xe2\x80\xae"), std::string::npos) << "foreign text is shown escaped";
}

} // namespace
} // namespace lockdesk::test
