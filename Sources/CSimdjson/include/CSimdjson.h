#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A parser with its scratch memory, and the document that it parsed last.
///
/// A value of the document is named by the index of its first word on simdjson's tape
/// (https://github.com/simdjson/simdjson/blob/master/doc/tape.md). Index 0 is never a value. An
/// index is good until the next parse. No function here throws.
typedef struct JSONDocument JSONDocument;

/// The result of a parse.
typedef enum JSONStatus {
    JSONStatusParsed,
    JSONStatusTooLarge,
    JSONStatusNoMemory,
    JSONStatusEmpty,
    JSONStatusNotUTF8,
    JSONStatusTooDeep,
    JSONStatusBadString,
    JSONStatusBadNumber,
    JSONStatusBadLiteral,
    JSONStatusBadStructure,
} JSONStatus;

/// The type of a value: the type byte of its word on the tape.
typedef enum JSONType {
    JSONTypeObject = '{',
    JSONTypeArray = '[',
    JSONTypeString = '"',
    JSONTypeSigned = 'l',
    JSONTypeUnsigned = 'u',
    JSONTypeDouble = 'd',
    JSONTypeTrue = 't',
    JSONTypeFalse = 'f',
    JSONTypeNull = 'n',
} JSONType;

/// A parser without scratch memory yet; null when there is no memory.
JSONDocument *_Nullable json_document_create(void);

/// Frees the parser and its document.
void json_document_destroy(JSONDocument *_Nonnull document);

/// Gives the scratch memory room for texts of at least `capacity` bytes, or, where it has room for
/// more, gives the surplus back. The document is lost. False when there is no memory.
bool json_document_resize(JSONDocument *_Nonnull document, size_t capacity);

/// The length of the longest text that the scratch memory has room for.
size_t json_document_capacity(const JSONDocument *_Nonnull document);

/// Parses a copy of a text that fits the capacity. On success the document's value has index 1.
/// A whole number of more than 64 bits is read as a double, one beyond the range of doubles as null.
JSONStatus json_document_parse(
    JSONDocument *_Nonnull document, const uint8_t *_Nonnull text, size_t length);

/// The same, of a text in which `null` takes the place of the bytes from `from` up to `to`, which
/// are at least four.
JSONStatus json_document_parse_without(
    JSONDocument *_Nonnull document, const uint8_t *_Nonnull text, size_t length,
    size_t from, size_t to);

/// The offset behind the first occurrence of `name`, which is a member's name with its quotes and
/// its colon; 0 without one.
size_t json_text_member(
    const uint8_t *_Nonnull text, size_t length,
    const uint8_t *_Nonnull name, size_t name_length);

/// Returns true if two texts of one length are the same.
bool json_text_equals(
    const uint8_t *_Nonnull text, const uint8_t *_Nonnull other, size_t length);

/// The type of a value.
JSONType json_type(const JSONDocument *_Nonnull document, size_t index);

/// The index of what follows a value: its sibling, or the end of its container.
size_t json_after(const JSONDocument *_Nonnull document, size_t index);

/// The value of the first member of an object with this name; 0 without one.
size_t json_member(
    const JSONDocument *_Nonnull document, size_t index,
    const uint8_t *_Nullable name, size_t length);

/// The bytes of a string.
const uint8_t *_Nonnull json_string(
    const JSONDocument *_Nonnull document, size_t index, size_t *_Nonnull length);

/// Returns true if a string has exactly these bytes.
bool json_string_equals(
    const JSONDocument *_Nonnull document, size_t index,
    const uint8_t *_Nullable bytes, size_t length);

/// The bytes of a value as they stand in the text, without white space around them. It takes as
/// long as there are brackets, commas and values up to its end.
const uint8_t *_Nonnull json_source(
    const JSONDocument *_Nonnull document, size_t index, size_t *_Nonnull length);

/// The bytes of the array or the object in the first member that `name` begins in the text, which
/// is a member's name with its quotes and its colon; null without one.
const uint8_t *_Nullable json_member_source(
    const JSONDocument *_Nonnull document,
    const uint8_t *_Nonnull name, size_t name_length, size_t *_Nonnull length);

/// The 64 bits of a number, to be read as its type says.
uint64_t json_number(const JSONDocument *_Nonnull document, size_t index);

/// A hash of everything in a value. Values that are identical have the same.
uint64_t json_fingerprint(const JSONDocument *_Nonnull document, size_t index);

/// Returns true if two values, of one document or two, hold the same in the same order.
bool json_identical(
    const JSONDocument *_Nonnull left, size_t left_index,
    const JSONDocument *_Nonnull right, size_t right_index);

#ifdef __cplusplus
}
#endif
