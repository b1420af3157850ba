internal import CSimdjson

extension JSONWriter {
    /// Writes a value that was read, with all that is in it.
    public mutating func value(_ value: JSONValue) {
        switch value.type {
        case JSONTypeObject:
            beginObject()
            for member in value.members {
                key(member.nameValue)
                self.value(member.value)
            }
            endObject()
        case JSONTypeArray:
            beginArray()
            for element in value.elements { self.value(element) }
            endArray()
        default: scalar(value)
        }
    }

    private mutating func scalar(_ value: JSONValue) {
        if let text = value.utf8 {
            separate()
            appendQuoted(text)
        } else if value.type == JSONTypeUnsigned {
            separate()
            append(decimal: json_number(value.document, value.index))
        } else if value.type == JSONTypeSigned, let number = value.int {
            int(number)
        } else if let number = value.double {
            double(number)
        } else if let truth = value.bool {
            bool(truth)
        } else {
            null()
        }
    }

    /// Begins a member with the name of one that was read.
    mutating func key(_ name: JSONValue) {
        guard let text = name.utf8 else { return }
        separate()
        appendQuoted(text)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }
}
