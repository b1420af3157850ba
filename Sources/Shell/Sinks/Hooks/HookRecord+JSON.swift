import JSON
import NowPlaying
import Views

extension HookOccasion {
    private static let options = DocumentOptions(view: .nowPlaying)

    /// The occasion as a record: that of the view `nowPlaying`, with the event and the state before
    /// it.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("event", event.rawValue)
        writer.member("state", condition ?? record.state.playback?.state.rawValue)
        writer.member("view", View.nowPlaying.name)
        writer.member("epoch", record.epoch)
        writer.member("revision", record.revision)
        writer.member("station", record.state.station.id)
        writer.key(named: View.nowPlaying.name)
        writer.raw(Document.encode(record.state, with: Self.options))
        writer.endObject()
        return writer.bytes
    }

    /// The texts of its fields.
    func values(at now: Timestamp) -> TemplateValues {
        TemplateValues(of: record.state, at: now, condition: condition)
    }
}

extension HookDocument {
    /// The document with the fields of an occasion. Members whose text is empty are left out.
    func json(_ values: TemplateValues) -> [UInt8] {
        var writer = JSONWriter()
        write(values, into: &writer)
        return writer.bytes
    }

    private func write(_ values: TemplateValues, into writer: inout JSONWriter) {
        switch self {
        case .literal(let text): writer.raw(Array(text.utf8))
        case .text(let text): write(text, values, into: &writer)
        case .list(let elements):
            writer.beginArray()
            for element in elements { element.write(values, into: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for member in members where !member.value.isAbsent(values) {
                writer.key(named: member.name)
                member.value.write(values, into: &writer)
            }
            writer.endObject()
        }
    }

    /// A text that is nothing but a number's field is a number.
    private func write(
        _ argument: HookProgram.Argument, _ values: TemplateValues, into writer: inout JSONWriter
    ) {
        let text = argument.text(values)
        if case .template(let template) = argument, template.onlyField?.isNumber == true,
            let number = Int(text)
        {
            writer.int(number)
        } else {
            writer.string(text)
        }
    }

    private func isAbsent(_ values: TemplateValues) -> Bool {
        guard case .text(.template(let template)) = self else { return false }
        return template.text(values).isEmpty
    }
}

extension HookProgram.Argument {
    /// The text with the fields of an occasion.
    func text(_ values: TemplateValues) -> String {
        switch self {
        case .text(let text): text
        case .template(let template): template.text(values)
        }
    }
}

extension HookEscaping {
    /// A value as it stands in the document.
    func escape(_ text: String) -> String {
        switch self {
        case .none: return text
        case .json:
            var writer = JSONWriter()
            writer.string(text)
            // Without the quotation marks, which stand in the template.
            return String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
        case .percent:
            return text.utf8.reduce(into: "") { escaped, byte in
                if byte.isUnreserved {
                    escaped.unicodeScalars.append(Unicode.Scalar(byte))
                } else {
                    escaped += "%" + byte.digits
                }
            }
        }
    }
}

extension UInt8 {
    /// It stands for itself in every part of an address (RFC 3986, section 2.3).
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(self)
        }
    }

    fileprivate var digits: String {
        let digits = String(self, radix: 16, uppercase: true)
        return self < 16 ? "0" + digits : digits
    }
}
