// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/which_lock/measurement_book.h"

#include "backends/engine/text/plain_file.h"
#include "models/format/format.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

namespace lockdesk {

namespace {

constexpr auto bookType = "lockdesk measurements";

constexpr int bookVersion = 2;

constexpr std::size_t mostBytes = 4 << 20; // far more than a machine has stores

QJsonValue us(std::optional<Duration> value) { return value ? QJsonValue(double(to_us(*value))) : QJsonValue(); }

std::optional<Duration> duration(const QJsonObject& from, const char* key)
{
    const QJsonValue value = from.value(QLatin1String(key));
    return value.isDouble() ? std::optional(Duration{value.toInteger()}) : std::nullopt; // 0 for what no integer holds
}

QString text(const QJsonObject& from, const char* key) { return from.value(QLatin1String(key)).toString(); }

QJsonObject toJson(const scenarios::Load& load)
{
    return {{QStringLiteral("clients"), load.clients},
            {QStringLiteral("rounds_per_second"), load.rounds_per_second},
            {QStringLiteral("p50_us"), us(load.p50)},
            {QStringLiteral("p99_us"), us(load.p99)},
            {QStringLiteral("in_vain"), double(load.in_vain)}};
}

scenarios::Load loadFrom(const QJsonObject& in)
{
    scenarios::Load load;
    load.clients = in.value(QLatin1String("clients")).toInt();
    load.rounds_per_second = in.value(QLatin1String("rounds_per_second")).toDouble();
    load.p50 = duration(in, "p50_us").value_or(Duration{0});
    load.p99 = duration(in, "p99_us").value_or(Duration{0});
    load.in_vain = in.value(QLatin1String("in_vain")).toInteger();
    return load;
}

QJsonValue toJson(const std::optional<scenarios::Outage>& outage)
{
    if (!outage)
        return {};
    return QJsonObject{
        {QStringLiteral("until_next_us"), us(outage->until_next)},
        {QStringLiteral("watched_us"), us(outage->watched)},
        {QStringLiteral("late_accepted"), outage->late_accepted ? QJsonValue(*outage->late_accepted) : QJsonValue()}};
}

std::optional<scenarios::Outage> outageFrom(const QJsonValue& value)
{
    if (!value.isObject())
        return std::nullopt;
    const QJsonObject in = value.toObject();
    scenarios::Outage outage;
    outage.until_next = duration(in, "until_next_us");
    outage.watched = duration(in, "watched_us").value_or(Duration{0});
    if (const QJsonValue late = in.value(QLatin1String("late_accepted")); late.isBool())
        outage.late_accepted = late.toBool();
    return outage;
}

QJsonObject toJson(const scenarios::WayNumbers& way)
{
    QJsonArray loads;
    for (const scenarios::Load& load : way.loads)
        loads.append(toJson(load));
    return {{QStringLiteral("way"), QLatin1String(word(way.way))},
            {QStringLiteral("holds"), way.holds},
            {QStringLiteral("loads"), loads},
            {QStringLiteral("killed"), toJson(way.killed)},
            {QStringLiteral("frozen"), toJson(way.frozen)},
            {QStringLiteral("hung"), toJson(way.hung)},
            {QStringLiteral("commands"), way.commands ? QJsonValue(*way.commands) : QJsonValue()},
            {QStringLiteral("connections"), way.connections ? QJsonValue(*way.connections) : QJsonValue()},
            {QStringLiteral("why_not"), format::exact(way.why_not)},
            {QStringLiteral("trouble"), format::exact(way.trouble)}};
}

std::optional<scenarios::WayNumbers> wayFrom(const QJsonObject& in)
{
    const auto way = scenarios::parse_way(text(in, "way").toStdString());
    if (!way)
        return std::nullopt;
    scenarios::WayNumbers out;
    out.way = *way;
    out.holds = in.value(QLatin1String("holds")).toBool(true);
    for (const QJsonValue load : in.value(QLatin1String("loads")).toArray())
        out.loads.push_back(loadFrom(load.toObject()));
    out.killed = outageFrom(in.value(QLatin1String("killed")));
    out.frozen = outageFrom(in.value(QLatin1String("frozen")));
    out.hung = outageFrom(in.value(QLatin1String("hung")));
    if (const QJsonValue commands = in.value(QLatin1String("commands")); commands.isDouble())
        out.commands = commands.toInt();
    if (const QJsonValue connections = in.value(QLatin1String("connections")); connections.isDouble())
        out.connections = connections.toInt();
    out.why_not = text(in, "why_not").toStdString();
    out.trouble = text(in, "trouble").toStdString();
    return out;
}

QJsonObject toJson(const StoreMeasurement& one)
{
    QJsonArray ways;
    for (const scenarios::WayNumbers& way : one.numbers.ways)
        ways.append(toJson(way));
    return {{QStringLiteral("name"), one.name},
            {QStringLiteral("machine"), one.machine},
            {QStringLiteral("date"), one.date.toString(Qt::ISODate)},
            {QStringLiteral("store"), format::exact(one.numbers.store)},
            {QStringLiteral("version"), format::exact(one.numbers.version)},
            {QStringLiteral("lease_us"), us(one.numbers.lease)},
            {QStringLiteral("unoptimised"), one.numbers.unoptimised},
            {QStringLiteral("ways"), ways}};
}

StoreMeasurement measurementFrom(const QJsonObject& in)
{
    StoreMeasurement out;
    out.name = text(in, "name");
    out.machine = text(in, "machine");
    out.date = QDate::fromString(text(in, "date"), Qt::ISODate);
    out.numbers.store = text(in, "store").toStdString();
    out.numbers.version = text(in, "version").toStdString();
    out.numbers.lease = duration(in, "lease_us").value_or(Duration{0});
    out.numbers.unoptimised = in.value(QLatin1String("unoptimised")).toBool();
    for (const QJsonValue way : in.value(QLatin1String("ways")).toArray())
        if (auto numbers = wayFrom(way.toObject()))
            out.numbers.ways.push_back(std::move(*numbers));
    return out;
}

} // namespace

MeasurementBook::MeasurementBook(QString file) : m_file(std::move(file)) { read(); }

void MeasurementBook::read()
{
    const auto content = read_plain_file(m_file.toStdString(), mostBytes);
    if (!content)
        return;
    const QJsonObject book = QJsonDocument::fromJson(QByteArray::fromStdString(*content)).object();
    // Measurements of other versions are not comparable.
    if (text(book, "type") != QLatin1String(bookType) || book.value(QLatin1String("v")).toInt() != bookVersion)
        return;
    for (const QJsonValue one : book.value(QLatin1String("measured")).toArray())
        m_all.push_back(measurementFrom(one.toObject()));
}

QString MeasurementBook::put(StoreMeasurement measurement)
{
    std::erase_if(m_all, [&](const StoreMeasurement& one) {
        return one.name == measurement.name && one.machine == measurement.machine;
    });
    m_all.push_back(std::move(measurement));
    QJsonArray measured;
    for (const StoreMeasurement& one : m_all)
        measured.append(toJson(one));
    QDir().mkpath(QFileInfo(m_file).path());
    QSaveFile file(m_file);
    const QJsonObject book{{QStringLiteral("type"), QLatin1String(bookType)},
                           {QStringLiteral("v"), bookVersion},
                           {QStringLiteral("measured"), measured}};
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(book).toJson()) < 0 || !file.commit())
        return file.errorString();
    return {};
}

} // namespace lockdesk
