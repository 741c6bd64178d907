// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/answer.h"

#include <gtest/gtest.h>

using namespace lockdesk;

TEST(Failure, SaysWhatItsConstructorIsCalled)
{
    EXPECT_EQ(Failure::usage("x").kind, FailureKind::usage);
    EXPECT_EQ(Failure::unavailable("x").kind, FailureKind::unavailable);
    EXPECT_EQ(Failure::in_doubt("x").kind, FailureKind::in_doubt);
    EXPECT_EQ(Failure::refused("x").kind, FailureKind::refused);
    EXPECT_EQ(Failure::unsupported("x").kind, FailureKind::unsupported);
    EXPECT_EQ(Failure::read_only("x").kind, FailureKind::read_only);
    EXPECT_EQ(Failure::internal("x").kind, FailureKind::internal);
}

TEST(Failure, HasNoMoreThanWhatWasAdded)
{
    const Failure plain = Failure::unavailable("no answer");
    EXPECT_EQ(plain.message, "no answer");
    EXPECT_EQ(plain.code, "");
    EXPECT_EQ(plain.statement, "");
    EXPECT_FALSE(plain.retryable);
    EXPECT_FALSE(plain.connection_lost);

    const Failure full = Failure::unavailable("no answer").with_code("57P01").in_statement("changes").try_again().disconnected();
    EXPECT_EQ(full.message, "no answer");
    EXPECT_EQ(full.code, "57P01");
    EXPECT_EQ(full.statement, "changes");
    EXPECT_TRUE(full.retryable);
    EXPECT_TRUE(full.connection_lost);
    EXPECT_FALSE(Failure::unavailable("no answer").try_again(false).retryable);
}
