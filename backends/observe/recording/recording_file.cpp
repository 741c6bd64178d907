// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/recording/recording_file.h"

#include "backends/engine/rules/foreign_time.h"
#include "backends/json/json.h"
#include "backends/observe/recording/bundle_file.h"
#include "backends/observe/recording/file_index.h"
#include "backends/observe/recording/row_json.h"

#include <algorithm>

namespace lockdesk {

namespace {

using Json = RowJson;
using Kind = FileIndex::Kind;
using Line = FileIndex::Line;


// The line was checked when the file was opened, but its values may still be invalid in a file written by hand.
template <class T> T read_line(std::string_view line)
{
    T out{};
    const Json said = read_json<Json>(line);
    try {
        recorded::read(said, out);
    } catch (const Json::exception&) {
    }
    return out;
}

std::optional<double> rate(const Json& rates, const char* key)
{
    return rates.contains(key) && rates[key].is_number() ? std::optional(rates[key].get<double>()) : std::nullopt;
}

std::optional<Duration> backlog_span(const Json& line, const char* key)
{
    const auto at = recorded::time(line, key);
    return at ? std::optional(foreign_span(to_us(*at))) : std::nullopt;
}

void read_numbers(const Json& said, RecordedNumbers& out)
{
    if (const Json& b = said.at("backlog"); b.is_object()) {
        Backlog backlog;
        backlog.pending = recorded::number(b, "pending");
        backlog.sending = recorded::number(b, "sending");
        backlog.oldest = backlog_span(b, "oldest_us");
        backlog.in_rate = rate(b, "in_rate").value_or(0);
        backlog.out_rate = rate(b, "out_rate").value_or(0);
        backlog.dead = recorded::number(b, "dead");
        backlog.next_due = backlog_span(b, "next_due_us");
        backlog.capped = b.value("capped", false);
        out.backlog = backlog;
    }
    const Json& r = said.at("rates");
    out.rates = {rate(r, "acquired"), rate(r, "expired"), rate(r, "claimed"),
                 rate(r, "done"),     rate(r, "in"),      rate(r, "out")};
    for (const Json& word : said.at("truncated"))
        if (const auto entity = recorded::entity_of(word.get<std::string>()))
            out.truncated = out.truncated | *entity;
    for (const auto& [word, about] : said.at("about").items())
        if (const auto entity = recorded::entity_of(word))
            out.about[*entity] = about.get_ref<const std::int64_t&>();
}

std::vector<Finding> read_findings(const Json& said)
{
    std::vector<Finding> out;
    for (const Json& each : said.at("findings")) {
        Finding finding;
        const auto kind = recorded::finding_kind(recorded::text(each, "what"));
        if (!kind)
            continue;
        finding.kind = *kind;
        finding.severity = static_cast<Severity>(std::clamp<std::int64_t>(recorded::number(each, "severity"), 0, 2));
        finding.next = static_cast<NextStep>(std::clamp<std::int64_t>(recorded::number(each, "next"), 0, 3));
        finding.entity = recorded::entity_of(recorded::text(each, "entity")).value_or(Entity::lock);
        finding.key = recorded::text(each, "key");
        if (each.contains("says"))
            recorded::read(each["says"], finding.evidence);
        if (finding.evidence.empty()) // an older version wrote only text
            finding.evidence = {say(SayingCode::foreign_text).text(recorded::text(each, "evidence"))};
        finding.since = recorded::time(each, "since_us").value_or(TimePoint{});
        finding.count = recorded::number(each, "count", 1);
        for (const Json& proof : each.at("rows"))
            finding.rows.push_back({recorded::entity_of(proof.at(0).get<std::string>()).value_or(Entity::lock),
                                    proof.at(1).get<std::string>()});
        out.push_back(std::move(finding));
    }
    return out;
}

} // namespace

/// The index, and the rows read through it.
class RecordingFile::Index
{
public:
    Index(FileIndex index, std::string wrong)
        : m_index(std::move(index)), m_damage(std::move(wrong)), m_rows(m_index.at_most_slots())
    {
    }

    const FileIndex& index() const { return m_index; }
    const std::string& damage() const { return m_damage; }
    void add_damage(const std::string& what) { m_damage += (m_damage.empty() ? "" : " ") + what; }

    void go(std::size_t moment)
    {
        if (m_at && moment == *m_at + 1)
            step(moment);
        else if (!m_at || moment != *m_at)
            jump(moment);
        m_at = moment;
    }

    RecordedState state()
    {
        RecordedState out;
        for (std::uint32_t slot = FileIndex::first_row_slot; slot < m_slots.size(); ++slot)
            if (m_slots[slot] != 0)
                add(slot, m_slots[slot], out);
        lists(out);
        numbers(out);
        findings(out);
        poll(out);
        return out;
    }

    RecordedChange change()
    {
        RecordedChange out;
        const auto& moment = m_index.moments()[*m_at];
        for (Line line = moment.first; line < moment.last; ++line) {
            const auto slot = m_index.slot(line);
            switch (m_index.kind(line)) {
            case Kind::row:
            case Kind::gone: changed(slot, line, out); break;
            case Kind::fence:
            case Kind::audit: out.lists = true; break;
            case Kind::event: out.events.push_back(read_line<Event>(m_index.line(line))); break;
            case Kind::numbers: out.has_numbers = true; break;
            case Kind::findings: out.has_findings = true; break;
            default: break;
            }
        }
        if (out.lists) {
            for (std::uint32_t slot = FileIndex::first_row_slot; slot < m_slots.size(); ++slot)
                if (m_slots[slot] != 0 && m_index.entity(slot) == Entity::waiter)
                    add(slot, m_slots[slot], out.rows);
            lists(out.rows);
        }
        if (out.has_numbers)
            numbers(out.rows);
        if (out.has_findings)
            findings(out.rows);
        poll(out.rows);
        return out;
    }

private:
    // What was read of rows that are gone is dropped: of a day's tasks that is most of them.
    void step(std::size_t moment)
    {
        m_index.step(m_slots, moment);
        const auto& is = m_index.moments()[moment];
        for (Line line = is.first; line < is.last; ++line)
            if (m_index.kind(line) == Kind::gone && m_slots[m_index.slot(line)] == 0)
                m_rows[m_index.slot(line)] = {};
    }
    void jump(std::size_t moment)
    {
        m_slots = m_index.at(moment);
        for (std::size_t slot = 0; slot < m_rows.size(); ++slot)
            if (slot >= m_slots.size() || m_slots[slot] == 0)
                m_rows[slot] = {};
    }

    void changed(std::uint32_t slot, Line line, RecordedChange& out)
    {
        if (m_index.entity(slot) == Entity::waiter) {
            out.lists = true;
            return;
        }
        // Only the last line of a slot in the moment counts.
        if (m_index.kind(line) == Kind::gone && m_slots[slot] == 0)
            out.gone.push_back({m_index.entity(slot), m_index.key(slot).substr(1)});
        else if (m_slots[slot] == line)
            add(slot, line, out.rows);
    }

    template <class Row> RowPtr<Row> row(std::uint32_t slot, Line line)
    {
        auto& kept = m_rows[slot];
        if (kept.first != line)
            kept = {line, std::make_shared<const Row>(read_line<Row>(m_index.line(line)))};
        return std::static_pointer_cast<const Row>(kept.second);
    }

    void add(std::uint32_t slot, Line line, RecordedState& out)
    {
        switch (m_index.entity(slot)) {
        case Entity::lock: out.locks.push_back(row<LockRow>(slot, line)); break;
        case Entity::task: out.tasks.push_back(row<TaskRow>(slot, line)); break;
        case Entity::message: out.messages.push_back(row<MessageRow>(slot, line)); break;
        case Entity::worker: out.workers.push_back(row<WorkerRow>(slot, line)); break;
        case Entity::waiter: out.waiters.push_back(*row<WaiterRow>(slot, line)); break;
        case Entity::refusal:
        case Entity::audit: break;
        }
    }

    // Newest first.
    template <class Row> void last_of(const std::vector<Line>& all, std::size_t most, std::vector<Row>& out) const
    {
        const auto end = std::lower_bound(all.begin(), all.end(), m_index.moments()[*m_at].last);
        for (auto line = std::make_reverse_iterator(end); line != all.rend() && out.size() < most; ++line)
            out.push_back(read_line<Row>(m_index.line(*line)));
    }
    void lists(RecordedState& out) const
    {
        last_of(m_index.fences(), most_log_entries, out.refusals);
        last_of(m_index.audits(), most_log_entries, out.audit);
    }

    template <class Read> void fixed(std::uint32_t slot, Read read) const
    {
        if (m_slots[slot] == 0)
            return;
        const Json said = read_json<Json>(m_index.line(m_slots[slot]));
        try {
            read(said);
        } catch (const Json::exception&) {
        }
    }
    void numbers(RecordedState& out) const
    {
        fixed(FileIndex::numbers_slot, [&](const Json& said) { read_numbers(said, out.numbers); });
    }
    void findings(RecordedState& out) const
    {
        fixed(FileIndex::findings_slot, [&](const Json& said) { out.findings = read_findings(said); });
    }
    void poll(RecordedState& out) const
    {
        fixed(FileIndex::poll_slot, [&](const Json& said) {
            out.cost.rows = recorded::number(said, "rows");
            out.cost.busy = Duration{static_cast<std::int64_t>(std::clamp(said.value("ms", 0.0) * 1000, 0.0, 1e15))};
            out.cost.share = said.value("share", 0.0);
            out.cost.interval = std::chrono::milliseconds{
                std::clamp<std::int64_t>(recorded::number(said, "interval_ms", 1000), 0, 1'000'000'000)};
            out.cost.hints = said.value("hints", false);
            out.numbers.offset = foreign_span(recorded::number(said, "offset_us"));
            out.numbers.uncertainty = foreign_span(recorded::number(said, "uncertainty_us"));
            out.sandbox = said.value("sandbox", false);
        });
        fixed(FileIndex::stale_slot, [&](const Json& said) {
            out.stale = true;
            out.cause = recorded::text(said, "cause");
        });
    }

    FileIndex m_index;
    std::string m_damage;
    std::optional<std::size_t> m_at;
    std::vector<Line> m_slots;
    std::vector<std::pair<Line, std::shared_ptr<const void>>> m_rows; ///< by slot: last read, of a row that is there
};

Answer<std::unique_ptr<RecordingFile>> RecordingFile::open(const std::string& path, bool up_to_damage)
{
    // `FILE#NAME`, unless that is a file itself.
    const auto hash = path.rfind('#');
    auto texts = texts_in(path);
    const bool named = !texts && hash != std::string::npos;
    if (named)
        texts = texts_in(path.substr(0, hash));
    if (!texts)
        return texts.failure();
    std::string names;
    for (auto& [name, text] : *texts) {
        if (named ? name == path.substr(hash + 1) : texts->size() == 1)
            return read(std::move(text), path, up_to_damage);
        names += (names.empty() ? "" : ", ") + name;
    }
    return Failure::usage(path + ": This is a bundle of several stores. Name one of them, as FILE#NAME: " + names + ".");
}

Answer<std::unique_ptr<RecordingFile>> RecordingFile::read(std::shared_ptr<const FileText> text, const std::string& name,
                                                           bool up_to_damage)
{
    FileIndex index;
    auto wrong = index.read(std::move(text));
    if (wrong && (!up_to_damage || index.lines() == 0))
        return Failure::usage(name + ": " + *wrong);
    return std::unique_ptr<RecordingFile>(
        new RecordingFile(std::make_unique<Index>(std::move(index), wrong.value_or(std::string{}))));
}

RecordingFile::RecordingFile(std::unique_ptr<Index> index) : m_index(std::move(index)) {}
RecordingFile::~RecordingFile() = default;

const RecordingHeader& RecordingFile::header() const { return m_index->index().header; }
const std::string& RecordingFile::damage() const { return m_index->damage(); }
void RecordingFile::add_damage(const std::string& what) { m_index->add_damage(what); }
bool RecordingFile::closed() const { return m_index->index().closed; }
std::size_t RecordingFile::lines() const { return m_index->index().lines(); }
std::size_t RecordingFile::moments() const { return m_index->index().moments().size(); }
TimePoint RecordingFile::at(std::size_t moment) const { return m_index->index().moments()[moment].at; }

std::size_t RecordingFile::moment_at(TimePoint at) const
{
    const auto& all = m_index->index().moments();
    const auto after =
        std::upper_bound(all.begin(), all.end(), at, [](TimePoint t, const FileIndex::Moment& m) { return t < m.at; });
    return after == all.begin() ? 0 : static_cast<std::size_t>(after - all.begin()) - 1;
}

std::size_t RecordingFile::moved(std::size_t moment, int step) const
{
    const auto& all = m_index->index().moments();
    for (auto at = static_cast<std::ptrdiff_t>(moment) + step; at >= 0 && at < static_cast<std::ptrdiff_t>(all.size());
         at += step)
        if (all[static_cast<std::size_t>(at)].moved)
            return static_cast<std::size_t>(at);
    return moment;
}

RecordedState RecordingFile::state(std::size_t moment)
{
    if (moment >= moments())
        return {};
    m_index->go(moment);
    return m_index->state();
}

RecordedChange RecordingFile::change(std::size_t moment)
{
    if (moment >= moments())
        return {};
    m_index->go(moment);
    return m_index->change();
}

std::vector<Event> RecordingFile::events(std::size_t moment, std::size_t most) const
{
    std::vector<Event> out;
    const auto& index = m_index->index();
    if (moment >= moments())
        return out;
    const auto& all = index.events();
    const auto end = std::lower_bound(all.begin(), all.end(), index.moments()[moment].last);
    const auto begin = end - std::min(end - all.begin(), static_cast<std::ptrdiff_t>(most));
    for (auto line = begin; line != end; ++line)
        out.push_back(read_line<Event>(index.line(*line)));
    return out;
}

std::vector<std::string> RecordingFile::text(std::size_t moment) const
{
    std::vector<std::string> out;
    const auto& index = m_index->index();
    const auto& is = index.moments()[moment];
    for (Line line = is.first; line < is.last; ++line)
        out.push_back(index.line(line));
    return out;
}

} // namespace lockdesk
