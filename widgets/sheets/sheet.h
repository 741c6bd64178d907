// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/chrome.h"

#include <QPointer>
#include <QWidget>

class QScrollArea;
class QVBoxLayout;

namespace lockdesk {

/// A panel of 716 px over the dimmed page: header with environment, scrolling body, footer with buttons. Modal for its page
/// only: the strip, the sidebar and other stores stay usable. Esc and the cross close it; it deletes itself then.
class Sheet : public QWidget
{
    Q_OBJECT

public:
    /// Covers `host` (a page) and follows its size.
    explicit Sheet(QWidget* host);
    ~Sheet() override;

    void setHeader(const QString& title, const QString& environment, const QString& subtitle);
    [[nodiscard]] QString title() const;
    /// The body; sections are added top to bottom.
    [[nodiscard]] QVBoxLayout* body() const { return m_body; }
    /// Between the body and the footer: what must never scroll out of sight.
    [[nodiscard]] QVBoxLayout* foot() const { return m_foot; }
    [[nodiscard]] Surface* footer() const { return m_footer; }
    /// Shows the sheet and focuses `first`.
    void open(QWidget* first);
    void close();
    /// Unused pixels of the body; negative where it scrolls.
    [[nodiscard]] int spareHeight() const;

signals:
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    [[nodiscard]] QRect panelRect() const;
    void assembleHeader();
    void keepFocus(const QWidget* before, QWidget* now);

    Surface* m_panel;
    Surface* m_header;
    ThemeLabel* m_title;
    ThemeLabel* m_subtitle;
    class Chip* m_chip;
    QScrollArea* m_scroll;
    QVBoxLayout* m_body;
    QVBoxLayout* m_foot;
    Surface* m_footer;
    QString m_environment;
    QPointer<QWidget> m_before;
    QPointer<QWidget> m_last; ///< the last one of the sheet that had the focus
};

/// The environment chip as a widget.
class Chip final : public QWidget
{
    Q_OBJECT

public:
    explicit Chip(QWidget* parent = nullptr);
    void setEnvironment(const QString& environment);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_environment;
};

} // namespace lockdesk
