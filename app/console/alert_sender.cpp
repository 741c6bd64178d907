// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/alert_sender.h"

#include "app/common/receivers.h"
#include "backends/engine/contracts/runtime.h"
#include "backends/process/process.h"
#include "backends/receivers/make_receiver.h"
#include "models/format/format.h"

#include <QDateTime>
#include <QFile>
#include <QProcess>
#include <QUuid>

#include <chrono>
#include <utility>
#include <vector>

namespace lockdesk::app {

namespace {

constexpr int sentAtOnce = 2;
constexpr auto patience = std::chrono::seconds{10};
constexpr auto grace = std::chrono::milliseconds{500};
constexpr qint64 longestAddress = 4096;

using Result = std::optional<std::string>; ///< what went wrong, in English, or nothing

Result runCommand(const std::vector<std::string>& words, const std::string& severity, const std::string& what,
                  const std::string& json, const std::stop_token& stop)
{
    SystemRuntime runtime;
    // What others wrote is in the JSON alone: an environment variable ends up in scripts that do not quote.
    auto process = Process::spawn(runtime, {.arguments = words,
                                            .environment = {{"LOCKDESK_SEVERITY", severity}, {"LOCKDESK_FINDING", what}},
                                            .input = json + "\n",
                                            .output_to_error = true,
                                            .own_group = true});
    if (!process)
        return process.failure().message;
    const auto end = (*process)->wait({stop, runtime.now() + patience, grace});
    if (end.ended_by_us)
        return stop.stop_requested() ? Result() : Result("it had not finished in 10 s and was ended");
    if (end.status != 0)
        return "its exit status is " + std::to_string(end.status);
    return std::nullopt;
}

// The address itself, or what the file named after @ holds in its first line.
std::string addressOf(const QString& webhook)
{
    if (!webhook.startsWith(QLatin1Char('@')))
        return webhook.toStdString();
    QFile file(webhook.mid(1));
    return file.open(QIODevice::ReadOnly) ? file.readLine(longestAddress).trimmed().toStdString() : std::string();
}

Result post(const QString& webhook, const std::string& json, const std::stop_token& stop)
{
    SystemRuntime runtime;
    const auto receiver = app::open_receiver(runtime, addressOf(webhook));
    if (!receiver)
        return receiver.failure().message;
    MessageRow message;
    message.id = QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
    message.topic = "lockdesk.finding";
    message.payload = json;
    message.created_at = time_from_us(QDateTime::currentMSecsSinceEpoch() * 1000);
    return (*receiver)->deliver(message, stop, runtime.now() + patience);
}

} // namespace

AlertSender::AlertSender(QObject* parent) : QObject(parent) { m_pool.setMaxThreadCount(sentAtOnce); }

AlertSender::~AlertSender() { stop(); }

void AlertSender::stop()
{
    m_stop.request_stop();
    m_pool.clear();
    m_pool.waitForDone();
}

void AlertSender::send(const AlertSettings::Target& target, Severity severity, const QString& what, const QByteArray& json)
{
    std::vector<std::string> words;
    for (const QString& one : QProcess::splitCommand(target.command))
        words.push_back(one.toStdString());
    if (!words.empty())
        start(target.command.section(QLatin1Char(' '), 0, 0),
              [words, severity = std::string(word(severity)), what = what.toStdString(),
               json = json.toStdString()](const std::stop_token& stop) { return runCommand(words, severity, what, json, stop); });
    if (const QString wrong = webhookProblem(target.webhook); !wrong.isEmpty())
        emit problem(tr("An alert was not sent: %1").arg(wrong));
    else if (!target.webhook.isEmpty() && !addressOf(target.webhook).starts_with("http"))
        emit problem(tr("An alert was not sent: the first line of %1 is no address.").arg(format::foreign(target.webhook.mid(1))));
    else if (!target.webhook.isEmpty())
        start(format::exact(receiver_label(addressOf(target.webhook))),
              [webhook = target.webhook, json = json.toStdString()](const std::stop_token& stop) {
                  return post(webhook, json, stop);
              });
}

void AlertSender::start(const QString& label, std::function<Result(const std::stop_token&)> work)
{
    if (*m_waiting >= mostWaiting) {
        if (!std::exchange(m_dropping, true))
            emit problem(tr("More than %1 alerts wait: further ones are dropped.").arg(mostWaiting));
        return;
    }
    m_dropping = false;
    ++*m_waiting;
    // The pool is waited for before this object ends.
    m_pool.start([this, label, work = std::move(work), waiting = m_waiting, stop = m_stop.get_token()] {
        const Result wrong = stop.stop_requested() ? Result() : work(stop);
        --*waiting;
        if (wrong && !stop.stop_requested())
            QMetaObject::invokeMethod(this, [this, label, text = *wrong] {
                emit problem(tr("An alert was not sent by %1: %2").arg(format::foreign(label), format::engineSentence(text)));
            });
    });
}

} // namespace lockdesk::app
