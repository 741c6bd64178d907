// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/classroom/result_paper.h"

#include "backends/engine/text/command_line.h"
#include "models/classroom/classroom.h"
#include "models/classroom/steps_model.h"
#include "models/format/format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>

namespace lockdesk {

namespace {

struct ResultPaperTexts
{
    Q_DECLARE_TR_FUNCTIONS(ResultPaper)
};

const QByteArray opening = R"(<script type="application/json" id="lockdesk-result">)";
const QByteArray closing = "</script>";

QString escaped(const QString& text) { return text.toHtmlEscaped(); }

QString row(const QString& name, const QString& value)
{
    return QStringLiteral("<tr><td>%1</td><td>%2</td></tr>").arg(escaped(name), value);
}

/// In the syntax of the command line: `freeze:pod-a:12s:5`, the last number being the events before it.
std::string choiceText(const scenarios::Choice& c)
{
    const std::string text = c.fault + ':' + c.actor + ':' + std::to_string(c.t.count()) + "us:" + std::to_string(c.after);
    return c.amount != 0 ? text + ':' + std::to_string(c.amount) : text;
}

QJsonObject settingsOf(const Classroom& room)
{
    QJsonArray choices;
    for (const scenarios::Choice& c : room.track().playback()->file().choices())
        choices.append(QJsonObject{{QStringLiteral("t_us"), qint64(c.t.count())},
                                   {QStringLiteral("after"), c.after},
                                   {QStringLiteral("fault"), format::exact(c.fault)},
                                   {QStringLiteral("actor"), format::exact(c.actor)},
                                   {QStringLiteral("amount"), qint64(c.amount)}});
    return {{QStringLiteral("v"), 1},
            {QStringLiteral("lesson"), room.choice().lessonId()},
            {QStringLiteral("variant"), room.choice().variant()},
            {QStringLiteral("seed"), QString::number(room.choice().seed())},
            {QStringLiteral("choices"), choices}};
}

QString verdictOf(const Classroom& room, const scenarios::Verdict& verdict)
{
    const bool over = room.player().atEnd();
    QString text = verdict.ok ? (over ? ResultPaperTexts::tr("Right.") : ResultPaperTexts::tr("Right so far."))
                              : ResultPaperTexts::tr("Wrong: %1").arg(lessonText(verdict.rule_text));
    if (verdict.safety_only)
        text += QLatin1Char(' ') + ResultPaperTexts::tr("After faults by hand only harm is judged.");
    if (!verdict.ok && verdict.first_bad)
        if (const int step = StepsModel::stepOfLine(room.track(), *verdict.first_bad); step >= 0)
            text += QLatin1Char(' ')
                    + ResultPaperTexts::tr("First wrong step: %1, %2.").arg(step + 1).arg(StepsModel::textOf(room, step));
    return text;
}

QString facts(const Classroom& room, const scenarios::State& state)
{
    const scenarios::Header& header = room.track().playback()->file().header;
    QString rows;
    const scenarios::Variant* variant = room.choice().variantSpec();
    rows += row(ResultPaperTexts::tr("Way"),
                escaped(variant != nullptr ? lessonText(variant->title) : room.choice().variant()));
    rows += row(ResultPaperTexts::tr("Store"),
                escaped(room.track().store().name == format::foreign(header.store)
                            ? room.track().store().name
                            : QStringLiteral("%1 (%2)").arg(room.track().store().name, format::foreign(header.store))));
    rows += row(ResultPaperTexts::tr("Verdict"), QStringLiteral("<b>%1</b>").arg(escaped(verdictOf(room, state.verdict))));
    rows += row(ResultPaperTexts::tr("As it must be"),
                escaped(state.verdict.expected ? ResultPaperTexts::tr("right") : ResultPaperTexts::tr("wrong")));
    for (const auto& [name, count] : state.verdict.counts)
        rows += row(format::foreign(name), QString::number(count));
    rows += row(ResultPaperTexts::tr("Seed"), QString::number(header.seed));
    QStringList byHand;
    for (const scenarios::Choice& c : room.track().playback()->file().choices())
        byHand << ResultPaperTexts::tr("%1 s: %2 %3")
                      .arg(double(c.t.count()) / 1e6, 0, 'f', 1)
                      .arg(StepsModel::faultWord(format::foreign(c.fault)), format::foreign(c.actor));
    rows += row(ResultPaperTexts::tr("By hand"),
                escaped(byHand.isEmpty() ? ResultPaperTexts::tr("nothing") : byHand.join(QStringLiteral("; "))));
    rows += row(ResultPaperTexts::tr("Steps"), room.player().atEnd()
                                                   ? QString::number(room.track().visible().size())
                                                   : ResultPaperTexts::tr("%1, not to the end")
                                                         .arg(room.player().currentStep() + 1));
    return QStringLiteral("<table cellpadding=\"3\">%1</table>").arg(rows);
}

QString steps(const Classroom& room)
{
    QString rows = QStringLiteral("<tr><th align=\"right\">%1</th><th align=\"right\">%2</th><th align=\"left\">%3</th>"
                                  "<th align=\"left\">%4</th></tr>")
                       .arg(ResultPaperTexts::tr("step"), ResultPaperTexts::tr("at, s"), ResultPaperTexts::tr("who"),
                            ResultPaperTexts::tr("what happens"));
    for (int i = 0; i <= room.player().currentStep(); ++i) {
        const scenarios::Event& event = room.track().event(room.track().visible()[std::size_t(i)]);
        const QString what = escaped(StepsModel::textOf(room, i));
        rows += QStringLiteral("<tr><td align=\"right\">%1</td><td align=\"right\">%2</td><td>%3</td><td>%4</td></tr>")
                    .arg(i + 1)
                    .arg(StepsModel::secondsOf(event), escaped(StepsModel::whoOf(room, event)),
                         scenarios::tone(event) == scenarios::Tone::bad ? QStringLiteral("<b>%1</b>").arg(what) : what);
    }
    return QStringLiteral("<table cellpadding=\"3\">%1</table>").arg(rows);
}

} // namespace

QString ResultPaper::commandLine(const Classroom& room)
{
    CommandLine line("scenario run");
    line.global("--store", "URL").positional(room.choice().lessonId().toStdString());
    line.option("--variant", room.choice().variant().toStdString());
    line.option("--seed", std::to_string(room.choice().seed())).flag("--step");
    if (room.track().playback() != nullptr)
        for (const scenarios::Choice& c : room.track().playback()->file().choices())
            line.option("--fault", choiceText(c));
    return format::exact(line.text());
}

QString ResultPaper::html(const Classroom& room, bool forFile)
{
    const scenarios::State* state = room.picture().state(room.track());
    if (state == nullptr)
        return {};
    const scenarios::Lesson* lesson = room.choice().lesson();
    const QString title =
        lesson != nullptr ? (lesson->number > 0 ? QStringLiteral("%1 %2").arg(lesson->number).arg(lessonText(lesson->title))
                                                : lessonText(lesson->title))
                          : room.choice().lessonId();
    QString body = QStringLiteral("<h2>%1</h2>").arg(escaped(title));
    if (lesson != nullptr)
        body += QStringLiteral("<p>%1</p>").arg(escaped(lessonText(lesson->summary)));
    body += facts(room, *state);
    body += QStringLiteral("<p>%1</p><p><code>%2</code></p>")
                .arg(escaped(ResultPaperTexts::tr("Run it again:")), escaped(commandLine(room)));
    body += QStringLiteral("<h3>%1</h3>").arg(escaped(ResultPaperTexts::tr("Steps"))) + steps(room);
    body += QStringLiteral("<p><small>%1</small></p>")
                .arg(escaped(ResultPaperTexts::tr("Lockdesk, %1")
                                 .arg(QLocale().toString(QDateTime::currentDateTime(), QLocale::ShortFormat))));
    QString settings;
    if (forFile) {
        // "</" would end the script early.
        QByteArray json = QJsonDocument(settingsOf(room)).toJson(QJsonDocument::Compact);
        json.replace("</", "<\\/");
        settings = QString::fromUtf8(opening + json + closing);
    }
    const QString style =
        QStringLiteral("body{font-family:sans-serif;max-width:56em;margin:2em auto} td,th{padding:2px 8px;"
                       "vertical-align:top} tr{border-bottom:1px solid #ccc} table{border-collapse:collapse}");
    return QStringLiteral(
               "<!DOCTYPE html>\n<html lang=\"%1\"><head><meta charset=\"utf-8\"><title>%2</title>%3%4</head><body>%5</body>"
               "</html>\n")
        .arg(format::exact(lessonLanguage()), escaped(title),
             forFile ? QStringLiteral("<style>%1</style>").arg(style) : QString(), settings, body);
}

std::optional<ResultSettings> ResultPaper::settingsIn(const QByteArray& html)
{
    const qsizetype from = html.indexOf(opening);
    if (from < 0)
        return std::nullopt;
    const qsizetype begin = from + opening.size();
    const QJsonObject json = QJsonDocument::fromJson(html.mid(begin, html.indexOf(closing, begin) - begin)).object();
    if (json.value(QStringLiteral("v")).toInt() != 1)
        return std::nullopt;
    ResultSettings settings;
    settings.lesson = json.value(QStringLiteral("lesson")).toString();
    settings.variant = json.value(QStringLiteral("variant")).toString();
    settings.seed = json.value(QStringLiteral("seed")).toString().toULongLong();
    for (const QJsonValue& value : json.value(QStringLiteral("choices")).toArray()) {
        const QJsonObject one = value.toObject();
        scenarios::Choice choice;
        choice.t = Duration{one.value(QStringLiteral("t_us")).toInteger()};
        choice.after = one.value(QStringLiteral("after")).toInt();
        choice.fault = one.value(QStringLiteral("fault")).toString().toStdString();
        choice.actor = one.value(QStringLiteral("actor")).toString().toStdString();
        choice.amount = one.value(QStringLiteral("amount")).toInteger();
        settings.choices.push_back(std::move(choice));
    }
    return settings;
}

} // namespace lockdesk
