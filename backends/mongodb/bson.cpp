// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/bson.h"

#include "backends/engine/rules/foreign_time.h"
#include "backends/engine/text/text.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace lockdesk::mongodb {

namespace {

int size_of(std::string_view text) { return static_cast<int>(text.size()); }

} // namespace

View::View(const bson_iter_t& at)
    : m_data(at.raw), m_size(at.len), m_offset(at.off), m_key_size(bson_iter_key_len(&at)), m_type(bson_iter_type(&at)),
      m_present(true)
{
}

bool View::at(bson_iter_t& iter) const
{
    return m_data != nullptr && bson_iter_init_from_data_at_offset(&iter, m_data, m_size, m_offset, m_key_size);
}

bool View::is_document() const { return m_doc != nullptr || m_type == BSON_TYPE_DOCUMENT; }
bool View::is_array() const { return m_type == BSON_TYPE_ARRAY; }
bool View::is_text() const { return m_type == BSON_TYPE_UTF8; }
bool View::nil() const { return !m_present || m_type == BSON_TYPE_NULL; }

bool View::flag() const
{
    bson_iter_t iter;
    return at(iter) && bson_iter_as_bool(&iter);
}

bool View::open(bson_iter_t& inside) const
{
    if (m_doc != nullptr)
        return bson_iter_init(&inside, m_doc);
    bson_iter_t iter;
    return (is_document() || is_array()) && at(iter) && bson_iter_recurse(&iter, &inside);
}

View View::operator[](std::string_view key) const
{
    bson_iter_t inside;
    if (!open(inside) || !bson_iter_find_w_len(&inside, key.data(), size_of(key)))
        return {};
    return View(inside);
}

std::vector<View> View::items() const
{
    std::vector<View> out;
    bson_iter_t inside;
    if (open(inside))
        while (bson_iter_next(&inside))
            out.emplace_back(inside);
    return out;
}

std::string_view View::key() const
{
    bson_iter_t iter;
    return at(iter) ? std::string_view(bson_iter_key(&iter), m_key_size) : std::string_view{};
}

std::string_view View::text() const
{
    bson_iter_t iter;
    if (!is_text() || !at(iter))
        return {};
    std::uint32_t size = 0;
    const char* data = bson_iter_utf8(&iter, &size);
    return {data, size};
}

std::optional<std::int64_t> View::number() const
{
    bson_iter_t iter;
    if (!at(iter))
        return std::nullopt;
    if (m_type == BSON_TYPE_INT64 || m_type == BSON_TYPE_INT32)
        return bson_iter_as_int64(&iter);
    if (m_type != BSON_TYPE_DOUBLE)
        return std::nullopt;
    const double d = bson_iter_double(&iter);
    if (!(std::abs(d) < 9.0e18) || d != std::floor(d))
        return std::nullopt;
    return static_cast<std::int64_t>(d);
}

double View::real(double otherwise) const
{
    bson_iter_t iter;
    if (m_type == BSON_TYPE_DOUBLE && at(iter))
        return bson_iter_double(&iter);
    const auto whole = number();
    return whole ? static_cast<double>(*whole) : otherwise;
}

std::optional<TimePoint> View::time() const
{
    const auto us = number();
    return us ? std::optional(foreign_time(*us)) : std::nullopt;
}

std::optional<TimePoint> View::date() const
{
    bson_t doc = BSON_INITIALIZER;
    append_to(&doc, "d");
    bson_iter_t at;
    std::optional<TimePoint> out;
    if (bson_iter_init_find(&at, &doc, "d") && BSON_ITER_HOLDS_DATE_TIME(&at))
        out = TimePoint{std::chrono::milliseconds{bson_iter_date_time(&at)}};
    bson_destroy(&doc);
    return out;
}

Bson View::copy() const
{
    if (m_doc != nullptr)
        return Bson(bson_copy(m_doc));
    bson_iter_t iter;
    if ((!is_document() && !is_array()) || !at(iter))
        return {};
    const std::uint8_t* data = nullptr;
    std::uint32_t size = 0;
    if (is_document())
        bson_iter_document(&iter, &size, &data);
    else
        bson_iter_array(&iter, &size, &data);
    return Bson(bson_new_from_data(data, size));
}

void View::append_to(bson_t* out, std::string_view as) const
{
    bson_iter_t iter;
    if (m_doc != nullptr)
        bson_append_document(out, as.data(), size_of(as), m_doc);
    else if (at(iter))
        bson_append_iter(out, as.data(), size_of(as), &iter);
}

Bson Bson::of_json(std::string_view json)
{
    bson_error_t error;
    bson_t* doc =
        bson_new_from_json(reinterpret_cast<const std::uint8_t*>(json.data()), static_cast<ssize_t>(json.size()), &error);
    if (doc == nullptr) {
        std::fprintf(stderr, "not JSON (%s): %.*s\n", error.message, size_of(json), json.data());
        std::abort();
    }
    return Bson(doc);
}

void Bson::reset(bson_t* owned)
{
    if (m_doc != nullptr)
        bson_destroy(m_doc);
    m_doc = owned;
}

// Foreign text: the server accepts NULs but requires UTF-8.
Bson& Bson::text(std::string_view key, std::string_view value)
{
    if (is_utf8(value))
        bson_append_utf8(m_doc, key.data(), size_of(key), value.data(), size_of(value));
    else
        text(key, to_valid_utf8(value));
    return *this;
}
Bson& Bson::whole(std::string_view key, std::int64_t value)
{
    bson_append_int64(m_doc, key.data(), size_of(key), value);
    return *this;
}
Bson& Bson::real(std::string_view key, double value)
{
    bson_append_double(m_doc, key.data(), size_of(key), value);
    return *this;
}
Bson& Bson::flag(std::string_view key, bool value)
{
    bson_append_bool(m_doc, key.data(), size_of(key), value);
    return *this;
}
Bson& Bson::null(std::string_view key)
{
    bson_append_null(m_doc, key.data(), size_of(key));
    return *this;
}
Bson& Bson::doc(std::string_view key, const Bson& value)
{
    bson_append_document(m_doc, key.data(), size_of(key), value.m_doc);
    return *this;
}
Bson& Bson::array(std::string_view key, const Bson& value)
{
    bson_append_array(m_doc, key.data(), size_of(key), value.m_doc);
    return *this;
}

std::string Bson::next_index() const { return std::to_string(bson_count_keys(m_doc)); }

Bson& Bson::push(const Bson& value) { return doc(next_index(), value); }
Bson& Bson::push(std::string_view value) { return text(next_index(), value); }

std::string Bson::json() const
{
    std::size_t size = 0;
    char* text = bson_as_relaxed_extended_json(m_doc, &size);
    std::string out = text == nullptr ? "{}" : to_valid_utf8(std::string_view(text, size));
    bson_free(text);
    return out;
}

} // namespace lockdesk::mongodb
