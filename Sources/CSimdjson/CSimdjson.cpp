#include "CSimdjson.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>

#include <simdjson.h>

struct JSONDocument {
    simdjson::dom::parser parser;
    std::unique_ptr<uint8_t[]> text;
    size_t capacity = 0;
};

namespace {

uint64_t word(const JSONDocument *document, size_t index) {
    return document->parser.doc.tape[index];
}

/// A word's payload is its lower 56 bits: for a string, where its length and bytes are.
size_t string_offset(uint64_t word) {
    return size_t(word & 0x00FF'FFFF'FFFF'FFFF);
}

uint32_t string_length(const JSONDocument *document, size_t offset) {
    uint32_t length;
    std::memcpy(&length, &document->parser.doc.string_buf[offset], sizeof length);
    return length;
}

bool is_separator(uint8_t byte) {
    return byte == ',' || byte == ':';
}

bool is_space(uint8_t byte) {
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

bool has_second_word(uint8_t type) {
    return type == JSONTypeSigned || type == JSONTypeUnsigned || type == JSONTypeDouble;
}

/// True for the errors of a number. Versions after 3.0 have one of its own for a whole number of more
/// than 64 bits.
template <class Error> bool is_of_number(Error error, decltype(Error::BIGINT_ERROR) *) {
    return error == Error::NUMBER_ERROR || error == Error::BIGINT_ERROR;
}
template <class Error> bool is_of_number(Error error, ...) {
    return error == Error::NUMBER_ERROR;
}

JSONStatus status(simdjson::error_code error) {
    if (is_of_number(error, nullptr)) return JSONStatusBadNumber;
    switch (error) {
    case simdjson::SUCCESS: return JSONStatusParsed;
    case simdjson::CAPACITY: return JSONStatusTooLarge;
    case simdjson::MEMALLOC: return JSONStatusNoMemory;
    case simdjson::EMPTY: return JSONStatusEmpty;
    case simdjson::UTF8_ERROR: return JSONStatusNotUTF8;
    case simdjson::DEPTH_ERROR: return JSONStatusTooDeep;
    case simdjson::STRING_ERROR:
    case simdjson::UNESCAPED_CHARS:
    case simdjson::UNCLOSED_STRING: return JSONStatusBadString;
    case simdjson::T_ATOM_ERROR:
    case simdjson::F_ATOM_ERROR:
    case simdjson::N_ATOM_ERROR: return JSONStatusBadLiteral;
    default: return JSONStatusBadStructure;
    }
}

/// The strings of a value: simdjson writes them in the order in which they occur, each with its
/// length before it, so that those of one value are one run of bytes.
class StringRun {
public:
    void extend(uint64_t word) {
        if (is_empty) first = string_offset(word);
        last = string_offset(word);
        is_empty = false;
    }

    const uint8_t *bytes(const JSONDocument *document) const {
        return &document->parser.doc.string_buf[first];
    }

    size_t length(const JSONDocument *document) const {
        if (is_empty) return 0;
        return last - first + sizeof(uint32_t) + string_length(document, last);
    }

private:
    size_t first = 0;
    size_t last = 0;
    bool is_empty = true;
};

/// Folds a 128-bit product, which mixes every bit of `value` into every bit of the result.
uint64_t mix(uint64_t hash, uint64_t value) {
    unsigned __int128 product =
        static_cast<unsigned __int128>(hash ^ 0x9E37'79B9'7F4A'7C15) * (value ^ 0xE703'7ED1'A0B4'28DB);
    return uint64_t(product) ^ uint64_t(product >> 64);
}

uint64_t load(const uint8_t *bytes, size_t length) {
    uint64_t value = 0;
    std::memcpy(&value, bytes, length);
    return value;
}

/// Four lanes, because each product waits for the one before it.
uint64_t hash_bytes(uint64_t seed, const uint8_t *bytes, size_t length) {
    uint64_t lanes[4] = {seed, seed + 1, seed + 2, seed + 3};
    size_t rest = length;
    for (; rest >= 32; rest -= 32, bytes += 32) {
        for (int lane = 0; lane < 4; lane++) {
            lanes[lane] = mix(lanes[lane], load(bytes + 8 * lane, 8));
        }
    }
    uint64_t hash = mix(mix(lanes[0], lanes[1]), mix(lanes[2], lanes[3]));
    for (; rest >= 8; rest -= 8, bytes += 8) hash = mix(hash, load(bytes, 8));
    return mix(mix(hash, load(bytes, rest)), length);
}

bool is_digit(uint8_t byte) {
    return byte >= '0' && byte <= '9';
}

const uint8_t *after_digits(const uint8_t *at, const uint8_t *end) {
    while (at < end && is_digit(*at)) at++;
    return at;
}

/// The end of the number that begins here (RFC 8259, section 6); null where there is none.
const uint8_t *number_end(const uint8_t *at, const uint8_t *end, bool *is_whole) {
    if (at < end && *at == '-') at++;
    const uint8_t *digits = at;
    at = after_digits(at, end);
    if (at == digits || (*digits == '0' && at > digits + 1)) return nullptr;
    *is_whole = true;
    if (at < end && *at == '.') {
        *is_whole = false;
        digits = ++at;
        at = after_digits(at, end);
        if (at == digits) return nullptr;
    }
    if (at < end && (*at | 0x20) == 'e') {
        *is_whole = false;
        at++;
        if (at < end && (*at == '+' || *at == '-')) at++;
        digits = at;
        at = after_digits(at, end);
        if (at == digits) return nullptr;
    }
    return at;
}

bool is_readable(simdjson::dom::parser &parser, const uint8_t *number, size_t length) {
    return parser.parse(number, length).error() == simdjson::SUCCESS;
}

/// Makes a whole number that has more than 64 bits the fraction that is as near as a double gets.
void write_as_fraction(uint8_t *number, size_t length) {
    const size_t kept = 18;
    char power[24];
    int count = std::snprintf(power, sizeof power, "e%zu", length - kept);
    std::memset(number + kept, ' ', length - kept);
    std::memcpy(number + kept, power, count);
}

/// Rewrites the numbers that simdjson refuses although they are well-formed. A whole number of more
/// than 64 bits becomes a double; a number beyond the range of doubles becomes `null`, and the rest
/// of the text can be read. Returns true if there was such a number.
bool rewrite_large_numbers(uint8_t *text, size_t length) {
    // The shortest that is too large is 1e309.
    const ptrdiff_t shortest = 5;
    simdjson::dom::parser parser;
    const uint8_t *end = text + length;
    bool is_rewritten = false;
    bool in_string = false;
    for (uint8_t *at = text; at < end; at++) {
        if (*at == '"') in_string = !in_string;
        if (in_string && *at == '\\') at++;
        if (in_string || !(is_digit(*at) || *at == '-')) continue;
        bool is_whole = false;
        const uint8_t *number = at;
        const uint8_t *after = number_end(number, end, &is_whole);
        if (!after) return is_rewritten;
        at += after - number - 1;
        size_t count = after - number;
        if (after - number < shortest || is_readable(parser, number, count)) continue;
        if (is_whole) write_as_fraction(text + (number - text), count);
        if (!is_whole || !is_readable(parser, number, count)) {
            std::memset(text + (number - text), ' ', count);
            std::memcpy(text + (number - text), "null", 4);
        }
        is_rewritten = true;
    }
    return is_rewritten;
}

JSONStatus parse_own_text(JSONDocument *document, size_t length) {
    uint8_t *text = document->text.get();
    std::memset(text + length, ' ', simdjson::SIMDJSON_PADDING);
    simdjson::error_code error = document->parser.parse(text, length, false).error();
    if (is_of_number(error, nullptr) && rewrite_large_numbers(text, length)) {
        error = document->parser.parse(text, length, false).error();
    }
    return status(error);
}

}  // namespace

JSONDocument *json_document_create(void) {
    return new (std::nothrow) JSONDocument;
}

void json_document_destroy(JSONDocument *document) {
    delete document;
}

bool json_document_resize(JSONDocument *document, size_t capacity) {
    document->capacity = 0;
    document->text.reset();
    document->parser = simdjson::dom::parser();
    document->text.reset(new (std::nothrow) uint8_t[capacity + simdjson::SIMDJSON_PADDING]);
    if (!document->text) return false;
    if (document->parser.allocate(capacity) != simdjson::SUCCESS) return false;
    if (document->parser.doc.allocate(capacity) != simdjson::SUCCESS) return false;
    document->capacity = capacity;
    return true;
}

size_t json_document_capacity(const JSONDocument *document) {
    return document->capacity;
}

JSONStatus json_document_parse(JSONDocument *document, const uint8_t *text, size_t length) {
    if (length > document->capacity || !document->text) return JSONStatusTooLarge;
    std::memcpy(document->text.get(), text, length);
    return parse_own_text(document, length);
}

JSONStatus json_document_parse_without(
    JSONDocument *document, const uint8_t *text, size_t length, size_t from, size_t to) {
    static const char null[] = {'n', 'u', 'l', 'l'};
    if (length > document->capacity || !document->text) return JSONStatusTooLarge;
    if (from > to || to > length || to - from < sizeof null) return JSONStatusBadStructure;
    uint8_t *end = document->text.get();
    std::memcpy(end, text, from);
    std::memcpy(end += from, null, sizeof null);
    std::memcpy(end += sizeof null, text + to, length - to);
    return parse_own_text(document, from + sizeof null + length - to);
}

size_t json_text_member(
    const uint8_t *text, size_t length, const uint8_t *name, size_t name_length) {
    const void *found = memmem(text, length, name, name_length);
    return found ? static_cast<const uint8_t *>(found) - text + name_length : 0;
}

bool json_text_equals(const uint8_t *text, const uint8_t *other, size_t length) {
    return std::memcmp(text, other, length) == 0;
}

JSONType json_type(const JSONDocument *document, size_t index) {
    return static_cast<JSONType>(word(document, index) >> 56);
}

size_t json_after(const JSONDocument *document, size_t index) {
    uint64_t first = word(document, index);
    switch (first >> 56) {
    case JSONTypeObject:
    case JSONTypeArray: return uint32_t(first);
    case JSONTypeSigned:
    case JSONTypeUnsigned:
    case JSONTypeDouble: return index + 2;
    default: return index + 1;
    }
}

size_t json_member(
    const JSONDocument *document, size_t index, const uint8_t *name, size_t length) {
    size_t end = json_after(document, index) - 1;
    for (size_t key = index + 1; key < end; key = json_after(document, key + 1)) {
        if (json_string_equals(document, key, name, length)) return key + 1;
    }
    return 0;
}

const uint8_t *json_string(const JSONDocument *document, size_t index, size_t *length) {
    size_t offset = string_offset(word(document, index));
    *length = string_length(document, offset);
    return &document->parser.doc.string_buf[offset + sizeof(uint32_t)];
}

bool json_string_equals(
    const JSONDocument *document, size_t index, const uint8_t *bytes, size_t length) {
    size_t own_length;
    const uint8_t *own = json_string(document, index, &own_length);
    // Nothing to compare may come as a null pointer, which memcmp must not be given.
    return own_length == length && (length == 0 || std::memcmp(own, bytes, length) == 0);
}

const uint8_t *json_source(const JSONDocument *document, size_t index, size_t *length) {
    // simdjson keeps where brackets, separators and values begin; each but the separators has its
    // word on the tape. The last place is the text's end.
    const auto &places = document->parser.implementation->structural_indexes;
    const size_t count = document->parser.implementation->n_structural_indexes;
    const uint8_t *text = document->text.get();
    const size_t end = json_after(document, index);
    size_t start = 0;
    size_t stop = 0;
    size_t next = 1;
    for (size_t place = 0; place < count && next < end; place++) {
        if (is_separator(text[places[place]])) continue;
        if (next == index) start = places[place];
        stop = places[place + 1];
        next += has_second_word(json_type(document, next)) ? 2 : 1;
    }
    while (stop > start && is_space(text[stop - 1])) stop--;
    *length = stop - start;
    return text + start;
}

const uint8_t *json_member_source(
    const JSONDocument *document, const uint8_t *name, size_t name_length, size_t *length) {
    const uint32_t *places = document->parser.implementation->structural_indexes.get();
    const size_t count = document->parser.implementation->n_structural_indexes;
    const uint8_t *text = document->text.get();
    const size_t after_name = json_text_member(text, places[count], name, name_length);
    if (after_name == 0) return nullptr;
    const uint32_t *const end = places + count;
    const uint32_t *const first = std::lower_bound(places, end, after_name);
    size_t depth = 0;
    for (const uint32_t *place = first; place < end; place++) {
        const uint8_t byte = text[*place];
        if (byte == '[' || byte == '{') depth++;
        if (byte == ']' || byte == '}') depth--;
        // A value without brackets is over at once.
        if (depth > 0) continue;
        *length = *place + 1 - *first;
        return place == first ? nullptr : text + *first;
    }
    return nullptr;
}

uint64_t json_number(const JSONDocument *document, size_t index) {
    return word(document, index + 1);
}

uint64_t json_fingerprint(const JSONDocument *document, size_t index) {
    StringRun strings;
    uint64_t hash = 0;
    uint64_t types = 0;
    size_t count = 0;
    size_t end = json_after(document, index);
    while (index < end) {
        uint64_t first = word(document, index++);
        uint8_t type = uint8_t(first >> 56);
        types = types << 8 | type;
        if (++count % 8 == 0) hash = mix(hash, types);
        if (type == JSONTypeString) {
            strings.extend(first);
        } else if (has_second_word(type)) {
            hash = mix(hash, word(document, index++));
        }
    }
    hash = mix(mix(hash, types), count);
    return hash_bytes(hash, strings.bytes(document), strings.length(document));
}

bool json_identical(
    const JSONDocument *left, size_t left_index, const JSONDocument *right, size_t right_index) {
    size_t length = json_after(left, left_index) - left_index;
    if (length != json_after(right, right_index) - right_index) return false;
    StringRun left_strings, right_strings;
    for (size_t offset = 0; offset < length; offset++) {
        uint64_t first = word(left, left_index + offset);
        uint64_t other = word(right, right_index + offset);
        uint8_t type = uint8_t(first >> 56);
        if (type != uint8_t(other >> 56)) return false;
        if (type == JSONTypeString) {
            left_strings.extend(first);
            right_strings.extend(other);
        } else if (has_second_word(type)) {
            offset++;
            if (word(left, left_index + offset) != word(right, right_index + offset)) return false;
        }
    }
    size_t bytes = left_strings.length(left);
    return bytes == right_strings.length(right)
        && std::memcmp(left_strings.bytes(left), right_strings.bytes(right), bytes) == 0;
}
