// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QTimer;

namespace lockdesk {

/// The bar at the bottom, 24 px: selection or messages at the left; polls, hints, clock at the right.
class StatusLine final : public QWidget
{
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setText(const QString& text);
    /// Replaces the text for some seconds.
    void showNotice(const QString& text);
    /// Sets the right parts, the last one in the fixed font (a clock). Narrow windows hide the first ones.
    void setParts(const QStringList& parts);
    [[nodiscard]] QString text() const { return m_notice.isEmpty() ? m_text : m_notice; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    QString m_notice;
    QStringList m_parts;
    QTimer* m_timer;
};

} // namespace lockdesk
