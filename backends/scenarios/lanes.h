// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/playback.h"

#include <set>

namespace lockdesk::scenarios {

/// Builds lanes from events, in their order.
class LaneBook
{
public:
    explicit LaneBook(const Header& header);
    void add(const Event& event);
    /// Returns the lanes as of that clock.
    [[nodiscard]] std::vector<Lane> lanes(Duration clock) const;

private:
    /// A lease as its actor believes in it, or as the store has it.
    struct Lease
    {
        std::string label;
        Duration from{0};
        std::optional<Duration> expires; ///< nullopt: no end
        Duration renewed{0};             ///< last grant or renewal
        std::optional<Duration> left;    ///< released with holds left
        int line = 0;
        std::set<int> threads; ///< of its actor, that have acquired it and not released it
    };
    struct Book
    {
        Lane lane;
        std::map<std::string, Lease> leases; ///< by the thing held
        std::optional<Span> stopped, waiting, cooling;
        std::optional<Duration> cooled; ///< end of the cooling
        std::set<int> waiters;          ///< waiting threads of the actor
    };

    void join(const Event& event);
    void faults(const Event& event);
    void hold(Book& book, const Event& event, const std::string& what, const std::string& label);
    /// Returns true if it held that for no time, so that no bar shows it.
    static bool drop(Book& book, const Event& event, const std::string& what);
    void of_actor(const Event& event);
    static bool settle(Book& book, const Event& event);
    static void cool(Book& book, const Event& event);
    static void warm(Book& book, const Event& event);
    void of_lock(Book& book, const Event& event);
    void of_resource(Book& book, const Event& event);
    static void close(Book& book, std::optional<Span>& span, Duration at);
    static void show(std::vector<Span>& out, const Lease& lease, Duration until, bool open, bool believed);
    static Mark mark(const Event& event);

    std::vector<Book> m_books;
};

} // namespace lockdesk::scenarios
