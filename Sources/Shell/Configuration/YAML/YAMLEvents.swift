internal import CLibyaml
import Support

/// The events of a YAML text, one after the other, as libyaml's parser tells them.
///
/// A class, because the parser is a C structure that must stay where it is, and be deleted once.
final class YAMLEvents {
    /// A place in the text, counted from 1.
    typealias Position = ConfigurationError.Position

    /// The next part of the text.
    enum ParserEvent {
        case scalar(String, isPlain: Bool, anchor: String?)
        case alias(String)
        case listStart(anchor: String?)
        case mappingStart(anchor: String?)
        /// Of a list or a mapping; the parser sees to it that they match.
        case end
        case documentStart
        case documentEnd
        case streamEnd
    }

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// The parser reads it without copying.
    private let text: UnsafeMutableBufferPointer<UInt8>

    /// The events of a text.
    init(of text: String) {
        self.text = .allocate(capacity: text.utf8.count)
        _ = self.text.initialize(from: text.utf8)
        parser = .allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            crash("no memory for a parser")
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, self.text.baseAddress, self.text.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        text.deallocate()
    }

    /// The next event and where it begins.
    func next() throws(ConfigurationNode.CompositionError) -> (
        event: ParserEvent, position: Position
    ) {
        var raw = yaml_event_t()
        defer { yaml_event_delete(&raw) }
        repeat {
            yaml_event_delete(&raw)
            guard yaml_parser_parse(parser, &raw) == 1 else { throw syntaxError }
        } while raw.type == YAML_STREAM_START_EVENT
        return (ParserEvent(raw), Position(raw.start_mark))
    }

    private var syntaxError: ConfigurationNode.CompositionError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
        let context = parser.pointee.context.map { " " + String(cString: $0) } ?? ""
        let isUnreadable = parser.pointee.error == YAML_READER_ERROR
        return ConfigurationNode.CompositionError(
            position: isUnreadable ? unreadablePosition : Position(parser.pointee.problem_mark),
            problem: "this is not YAML: \(problem)\(context)",
            remedy: """
                indent with spaces, close brackets and quotes, and quote texts that contain \
                `: ` or ` #`
                """)
    }

    /// The reader is ahead of the parser, and counts in bytes.
    private var unreadablePosition: Position {
        let before = text.prefix(Int(clamping: parser.pointee.problem_offset))
        return Position(after: String(decoding: before, as: UTF8.self).unicodeScalars)
    }
}

extension YAMLEvents.ParserEvent {
    fileprivate init(_ raw: yaml_event_t) {
        switch raw.type {
        case YAML_SCALAR_EVENT:
            let scalar = raw.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            self = .scalar(
                String(decoding: bytes, as: UTF8.self), isPlain: scalar.plain_implicit == 1,
                anchor: text(scalar.anchor))
        case YAML_ALIAS_EVENT: self = .alias(text(raw.data.alias.anchor) ?? "")
        case YAML_SEQUENCE_START_EVENT:
            self = .listStart(anchor: text(raw.data.sequence_start.anchor))
        case YAML_MAPPING_START_EVENT:
            self = .mappingStart(anchor: text(raw.data.mapping_start.anchor))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: self = .end
        case YAML_DOCUMENT_START_EVENT: self = .documentStart
        case YAML_DOCUMENT_END_EVENT: self = .documentEnd
        // After the end the parser only gives events without a type.
        default: self = .streamEnd
        }
    }
}

/// A text of libyaml's, which ends with a zero and is UTF-8.
private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
}

extension ConfigurationError.Position {
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
    }
}
