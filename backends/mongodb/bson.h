// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <bson/bson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::mongodb {

class Bson;

/// A view of one value of a document; may be absent, which gives defaults. Valid as long as the document.
class View
{
public:
    View() = default;
    explicit View(const bson_iter_t& at);
    /// Views the document itself.
    explicit View(const bson_t* doc) : m_doc(doc), m_present(doc != nullptr) {}

    /// An element of a document or array; absent if it is missing, or this is neither.
    View operator[](std::string_view key) const;
    [[nodiscard]] std::vector<View> items() const; ///< elements of an array or document, in order
    [[nodiscard]] bool present() const { return m_present; }
    [[nodiscard]] bool nil() const; ///< absent or null
    [[nodiscard]] bool is_text() const;
    [[nodiscard]] std::string_view key() const;
    [[nodiscard]] std::string_view text() const; ///< empty for anything but a string
    [[nodiscard]] std::string str() const { return std::string(text()); }
    /// Int32, Int64, or a double without a fraction.
    [[nodiscard]] std::optional<std::int64_t> number() const;
    [[nodiscard]] std::int64_t integer(std::int64_t otherwise = 0) const { return number().value_or(otherwise); }
    [[nodiscard]] double real(double otherwise = 0) const;
    [[nodiscard]] bool flag() const;
    [[nodiscard]] std::optional<TimePoint> time() const;
    /// From a BSON date; our own times are numbers.
    [[nodiscard]] std::optional<TimePoint> date() const;
    [[nodiscard]] Bson copy() const;        ///< of a document or array; else empty
    void append_to(bson_t* out, std::string_view as) const;
    [[nodiscard]] bool is_document() const;
    [[nodiscard]] bool is_array() const;

private:
    [[nodiscard]] bool open(bson_iter_t& inside) const;
    [[nodiscard]] bool at(bson_iter_t& iter) const; ///< false for a document itself, or when absent
    // The parts of an iterator, which is much larger.
    const std::uint8_t* m_data = nullptr;
    std::uint32_t m_size = 0, m_offset = 0, m_key_size = 0;
    bson_type_t m_type = BSON_TYPE_EOD;
    const bson_t* m_doc = nullptr;
    bool m_present = false;
};

/// An owned document or array.
class Bson
{
public:
    Bson() : m_doc(bson_new()) {}
    explicit Bson(bson_t* owned) : m_doc(owned) {}
    ~Bson() { reset(nullptr); }
    Bson(const Bson& other) : m_doc(bson_copy(other.m_doc)) {}
    Bson(Bson&& other) noexcept : m_doc(other.m_doc) { other.m_doc = nullptr; }
    Bson& operator=(Bson other) noexcept
    {
        std::swap(m_doc, other.m_doc);
        return *this;
    }
    /// Parses extended JSON; an error is a bug of ours and ends the program.
    static Bson of_json(std::string_view json);

    Bson& text(std::string_view key, std::string_view value);
    Bson& whole(std::string_view key, std::int64_t value);
    Bson& real(std::string_view key, double value);
    Bson& flag(std::string_view key, bool value);
    Bson& null(std::string_view key);
    Bson& doc(std::string_view key, const Bson& value);
    Bson& array(std::string_view key, const Bson& value);
    /// Appends an element to an array.
    Bson& push(const Bson& value);
    Bson& push(std::string_view value);

    [[nodiscard]] const bson_t* get() const { return m_doc; }
    [[nodiscard]] bson_t* get() { return m_doc; }
    [[nodiscard]] View view() const { return View(m_doc); }
    View operator[](std::string_view key) const { return view()[key]; }
    [[nodiscard]] bool empty() const { return bson_empty(m_doc); }
    [[nodiscard]] std::string json() const; ///< relaxed extended JSON
    void reset(bson_t* owned);

private:
    [[nodiscard]] std::string next_index() const;
    bson_t* m_doc;
};

} // namespace lockdesk::mongodb
