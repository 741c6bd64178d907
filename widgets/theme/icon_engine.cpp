// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.h"

#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

#include <memory>

namespace lockdesk {

namespace {

/// Returns the text of an icon file, with `currentColor` in it. Read once.
const QByteArray& iconText(const QString& name)
{
    static QHash<QString, QByteArray> cache;
    auto it = cache.find(name);
    if (it == cache.end()) {
        QFile file(QStringLiteral(":/lockdesk/icons/%1.svg").arg(name));
        it = cache.insert(name, file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
    }
    return *it;
}

/// Renders an SVG in a theme ink at paint time.
class InkEngine final : public QIconEngine
{
public:
    InkEngine(QString name, Tone tone) : m_name(std::move(name)), m_tone(tone) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const Theme& theme = Theme::get();
        QByteArray text = iconText(m_name);
        text.replace("currentColor", theme.ink(mode == QIcon::Disabled ? Tone::text3 : m_tone).name().toLatin1());
        QSvgRenderer renderer(text);
        painter->save();
        if (mode == QIcon::Disabled)
            painter->setOpacity(0.6);
        renderer.render(painter, rect);
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap result(size);
        result.fill(Qt::transparent);
        QPainter painter(&result);
        painter.setRenderHint(QPainter::Antialiasing);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return result;
    }

    // Not cached: QIcon would reuse the pixels of one scheme under its own key. Sizes are small.
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override
    {
        return pixmap(size, mode, state);
    }

    [[nodiscard]] QIconEngine* clone() const override { return new InkEngine(m_name, m_tone); }
    QSize actualSize(const QSize& size, QIcon::Mode, QIcon::State) override { return size; }
    bool isNull() override { return iconText(m_name).isEmpty(); }

private:
    QString m_name;
    Tone m_tone;
};

} // namespace

QIcon icon(const QString& name, Tone tone)
{
    if (iconText(name).isEmpty())
        return {};
    return QIcon(new InkEngine(name, tone));
}

} // namespace lockdesk
