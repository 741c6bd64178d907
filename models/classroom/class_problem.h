// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace lockdesk {

/// Why the lesson does not run now.
class ClassProblem final : public QObject
{
    Q_OBJECT

public:
    /// `foreign`: somebody else's lesson, not yet agreed to; `unconfined`: SQL that the store cannot confine.
    enum class Kind { none, unsupported, lost, file, refused, foreign, unconfined };
    using QObject::QObject;

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] QString text() const { return m_text; }
    void set(Kind kind, const QString& text)
    {
        m_kind = kind;
        m_text = text;
        emit changed();
    }
    void dismiss()
    {
        if (m_kind == Kind::none)
            return;
        m_kind = Kind::none;
        m_text.clear();
        emit changed();
    }

signals:
    void changed();

private:
    Kind m_kind = Kind::none;
    QString m_text;
};

} // namespace lockdesk
