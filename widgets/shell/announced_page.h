// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shell/page.h"

namespace lockdesk {

/// A page without content that describes what will appear on it.
class AnnouncedPage final : public ConsolePage
{
    Q_OBJECT

public:
    AnnouncedPage(const QString& key, const QString& title, const QString& icon, const QString& sentence,
                  const QString& what, QWidget* parent = nullptr);
    [[nodiscard]] QString key() const override { return m_key; }
    [[nodiscard]] QString title() const override { return m_title; }
    [[nodiscard]] QString iconName() const override { return m_icon; }
    [[nodiscard]] QString statusText() const override { return m_sentence; }

private:
    QString m_key, m_title, m_icon, m_sentence;
};

} // namespace lockdesk
