// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/connections.h"
#include "app/ctl/command.h"
#include "app/ctl/row_json.h"
#include "backends/engine/contracts/evidence.h"
#include "backends/engine/contracts/ids.h"
#include "backends/engine/text/command_line.h"
#include "backends/json/json.h"

#include <map>
#include <set>

namespace lockdesk::ctl {

namespace {

// Reads the row after the write, so that the line has all keys.
int add_message(Context& context, const Args& args)
{
    const auto topic = args.name<Topic>("TOPIC");
    const auto id = args.has("--id") ? args.name<MessageId>("--id")
                                     : MessageId::trusted("m-" + make_request_id(context.runtime()).str());
    const NewMessage message{id, topic, args.text("--payload")};
    const auto reply = context.ask([&](Session& s) { return s.outbox().add(message); });
    const auto row = context.ask([&](Session& s) { return s.outbox().find(id); });
    if (row.value) {
        Json line = message_json(*row.value, row.at);
        line["result"] = reply.value ? "added" : "duplicate";
        context.out().emit(line);
    }
    if (!reply.value)
        context.out().note("Message " + id.str() + " already exists; nothing was changed.");
    return reply.value ? exit_done : exit_no;
}

bool is_lost(const Answer<std::vector<MessageRow>>& answer)
{
    return !answer && (answer.is_in_doubt() || answer.failure().connection_lost);
}

std::optional<Topic> topic_of(const Args& args)
{
    return args.has("--topic") ? std::optional(args.name<Topic>("--topic")) : std::nullopt;
}

int claim_messages(Context& context, const Args& args)
{
    MessageClaim request{args.whole("--limit", 1, 1),
                         args.name<OwnerId>("--owner"),
                         args.has("--claim-id") ? args.name<ClaimId>("--claim-id") : make_claim_id(context.runtime()),
                         args.lease("--lease"),
                         args.has("--claim-id"),
                         topic_of(args)};
    MessageClaim again = request;
    again.asking_again = true;
    auto answer = context.ask_twice([&](Session& s) { return s.outbox().claim(request); },
                                    [&](Session& s) { return s.outbox().claim(again); });
    if (!answer) {
        Failure failure = answer.failure();
        if (is_lost(answer))
            failure.message += " Ask again with --claim-id " + request.claim.str() + ".";
        throw CommandFailed{std::move(failure), answer.store_time()};
    }
    for (const MessageRow& row : *answer)
        context.out().emit(message_json(row, answer.store_time()));
    if (answer->empty())
        context.out().nothing("Nothing is due.", answer.store_time());
    return answer->empty() ? exit_no : exit_done;
}

int settle(Context& context, const Delivery& delivery)
{
    const auto reply = context.ask([&](Session& s) -> Answer<DeliveryAnswer> {
        auto answers = s.outbox().settle({&delivery, 1});
        if (!answers)
            return answers.failure();
        return {answers->front(), answers.store_time()};
    });
    if (!reply->row) {
        context.out().nothing("There is no message " + delivery.id.str() + ".", reply.at);
        return exit_no;
    }
    Json line = message_json(*reply->row, reply.at);
    line["result"] = reply->accepted ? "done" : "stale";
    context.out().emit(line);
    return reply->accepted ? exit_done : exit_refused;
}

int begin_delivery(Context& context, const Args& args)
{
    const DeliveryBegin request{args.name<MessageId>("ID"), args.name<OwnerId>("--owner"), args.token("--token"),
                                args.lease("--lease")};
    const auto reply = context.ask([&](Session& s) { return s.outbox().begin(request); });
    const auto row = context.ask([&](Session& s) { return s.outbox().find(request.id); });
    if (!row.value) {
        context.out().nothing("There is no message " + request.id.str() + ".", row.at);
        return exit_no;
    }
    Json line = message_json(*row.value, row.at);
    line["result"] = reply.value ? "done" : "stale";
    context.out().emit(line);
    return reply.value ? exit_done : exit_refused;
}

Delivery delivery_of(const Args& args)
{
    return {args.name<MessageId>("ID"), args.name<OwnerId>("--owner"), args.token("--token")};
}

int sent(Context& context, const Args& args)
{
    Delivery delivery = delivery_of(args);
    delivery.delivered = true;
    return settle(context, delivery);
}

int failed(Context& context, const Args& args)
{
    Delivery delivery = delivery_of(args);
    delivery.error = args.text("--error");
    delivery.retry_after = args.duration("--retry-after");
    delivery.max_tries = args.whole("--tries", 1, delivery.max_tries);
    return settle(context, delivery);
}

int backlog(Context& context, const Args& args)
{
    const auto topic = topic_of(args);
    const auto reply = context.ask([&](Session& s) { return s.outbox().backlog(topic); });
    Json line = Output::line("backlog", reply.at);
    line["pending"] = reply->pending;
    line["oldest_us"] = us_or_null(reply->oldest);
    line["in_rate"] = reply->in_rate;
    line["out_rate"] = reply->out_rate;
    line["dead"] = reply->dead;
    line["sending"] = reply->sending;
    line["next_due_us"] = us_or_null(reply->next_due);
    line["capped"] = reply->capped;
    context.out().emit(line);
    return exit_done;
}

// The verb writes no audit row itself. Without ids this is one action with an empty key.
void note_retry(Context& context, const std::vector<MessageRow>& rows, const std::map<std::string, MessageSeen>& seen,
                bool all)
{
    AuditRow audit;
    audit.who = app::operator_name();
    audit.action = "retry-dead";
    audit.entity = word(Entity::message);
    audit.result = "done";
    for (const MessageRow& row : rows) {
        audit.key = all ? std::string() : row.id;
        const auto before = seen.find(row.id);
        audit.evidence = all                    ? evidence_of_messages(rows.size())
                         : before == seen.end() ? "null"
                                                : evidence_json(before->second);
        CommandLine line("outbox retry-dead");
        audit.command = all ? line.text() : line.positional(row.id).text();
        const auto written = context.ask([&](Session& s) -> Answer<std::string> {
            const auto reply = s.audit().write(audit);
            return reply ? std::string() : reply.failure().message;
        });
        if (!written->empty())
            context.out().note("Not written to the audit: " + written.value);
        if (all)
            return;
    }
}

std::set<std::string> not_among(const std::vector<MessageId>& ids, const std::vector<MessageRow>& rows)
{
    std::set<std::string> out;
    for (const MessageId& id : ids)
        out.insert(id.str());
    for (const MessageRow& row : rows)
        out.erase(row.id);
    return out;
}

int retry_dead(Context& context, const Args& args)
{
    std::vector<MessageId> ids;
    for (const std::string& text : args.all("ID"))
        ids.push_back(or_fail(MessageId::parse(text)));
    if (args.previews()) {
        const auto reply = context.ask([&](Session& s) { return s.outbox().preview_retry_dead(ids); });
        Json line = Output::line("preview", reply.at);
        line["commands"] = reply.value;
        line["wakes"] = 0;
        line["may_run_twice"] = false;
        line["protection"] = nullptr; // no old holder
        context.out().emit(line);
        return exit_done;
    }
    if (ids.empty())
        confirm(context, args, "Give all dead messages their tries back?");
    std::map<std::string, MessageSeen> seen;
    for (const MessageId& id : ids) {
        const auto row = context.ask([&](Session& s) { return s.outbox().find(id); });
        if (row.value)
            seen.emplace(id.str(), MessageSeen{*row.value, row.at.value_or(TimePoint{}), true});
    }
    const auto reply = context.ask([&](Session& s) { return s.outbox().retry_dead(ids); });
    for (const MessageRow& row : reply.value)
        context.out().emit(message_json(row, reply.at));
    note_retry(context, reply.value, seen, ids.empty());
    if (reply->empty())
        context.out().nothing("No such message is dead.", reply.at);
    const auto missed = not_among(ids, reply.value);
    for (const std::string& id : reply->empty() ? std::set<std::string>{} : missed)
        context.out().aside("Message " + id + " is not dead; nothing was changed.");
    return reply->empty() || !missed.empty() ? exit_no : exit_done;
}

} // namespace

void add_outbox_commands(CommandTree& tree)
{
    tree.describe("outbox", "Messages that are delivered at least once");
    tree.add("outbox add", "Add a message.", add_message)
        .positional("TOPIC", "topic of the message")
        .required("--payload", "P", "what is delivered, usually JSON")
        .option("--id", "I", "for the receiver's duplicate check; generated if it is not given")
        .text("Exit status 3 when a message with that id already exists; nothing is changed then.")
        .example("lockdeskctl outbox add mail --payload '{\"to\":\"ann\"}' --id mail-17");
    tree.add("outbox backlog", "Show the number of pending messages, the age of the oldest, and the rates.", backlog)
        .option("--topic", "NAME", "only messages of this topic");
    tree.add("outbox claim", "Claim due messages, to deliver them by hand.", claim_messages)
        .required("--owner", "O", "who delivers")
        .option("--lease", "D", "how long others cannot claim them (30s)")
        .option("--limit", "N", "maximum number of messages (1)")
        .option("--topic", "NAME", "only messages of this topic")
        .option("--claim-id", "C", "the same C after a lost reply returns the same messages")
        .text("Exit status 3 when nothing is due. Run outbox begin before each delivery, and outbox sent or outbox fail "
              "after it.");
    tree.add("outbox begin", "Record that the delivery of a claimed message begins.", begin_delivery)
        .positional("ID", "the message")
        .required("--owner", "O", "who claimed it")
        .required("--token", "T", "of the claim")
        .option("--lease", "D", "from now on (30s)")
        .text("Extends the lease. If neither outbox sent nor outbox fail follows before the lease ends, the next claim "
              "counts the delivery as cut off. Exit status 4 when another relay has claimed it meanwhile (result "
              "stale); 3 when there is no such message.");
    tree.add("outbox sent", "Record that a claimed message was delivered.", sent)
        .positional("ID", "the message")
        .required("--owner", "O", "who claimed it")
        .required("--token", "T", "of the claim")
        .text("Exit status 4 when another relay has claimed it meanwhile (result stale); nothing is changed then. 3 "
              "when there is no such message.");
    tree.add("outbox fail", "Record that a claimed message could not be delivered.", failed)
        .positional("ID", "the message")
        .required("--owner", "O", "who claimed it")
        .required("--token", "T", "of the claim")
        .option("--error", "TEXT", "what went wrong")
        .option("--retry-after", "D", "wait at least D before the next try (0)")
        .option("--tries", "N", "number of failed tries after which it is dead (3)")
        .text("The exit statuses are those of outbox sent.");
    tree.add("outbox retry-dead", "Make dead messages pending again: the given ones, or all.", retry_dead)
        .many("ID", "ids of messages; without any, all dead ones: asks first on a terminal")
        .asks()
        .preview()
        .text("Exit status 3 when none was dead, or one of the given ones was not; the others are pending again.");
}

} // namespace lockdesk::ctl
