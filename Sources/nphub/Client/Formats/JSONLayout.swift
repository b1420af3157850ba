import JSON
import Support

/// JSON laid out for people: a value that fits stands on one line, others are indented; keys are
/// bold, and texts coloured.
public struct JSONLayout: Sendable {
    private static let indent = 2
    /// Deeper than any document of the hub.
    private static let depthMax = 100

    /// The greatest width of lines before they are broken.
    private let width: Int
    private let isColoured: Bool

    /// A layout for lines of so many columns.
    public init(width: Int, isColoured: Bool) {
        self.width = width
        self.isColoured = isColoured
    }

    /// The lines of a document, with the end of the last; text that is not JSON stays as it is.
    public func text(of document: [UInt8]) -> [UInt8] {
        let parser = JSONParser(maximumLength: max(1, document.count))
        let text = try? parser.parse(document) { value -> String in
            var piece = Piece()
            append(value, to: &piece, behind: 0, depth: 0)
            return piece.text + "\n"
        }
        return text.map { Array($0.utf8) } ?? document.escapedForTerminal
    }

    /// A text, and how many columns its last line takes.
    private struct Piece {
        var text = ""
        var columns = 0

        mutating func append(_ text: String, _ code: String? = nil) {
            columns += text.columns
            self.text += code.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
        }

        mutating func append(_ piece: Piece) {
            columns += piece.columns
            text += piece.text
        }

        mutating func beginLine(at column: Int) {
            text += "\n" + String(repeating: " ", count: column)
            columns = column
        }
    }

    /// Adds a value to a line that has begun.
    ///
    /// - Parameter behind: The number of columns that the same line needs behind it.
    private func append(_ value: JSONValue, to piece: inout Piece, behind: Int, depth: Int) {
        let compact = line(of: value)
        let fits = piece.columns + compact.columns + behind <= width
        guard !fits, depth < Self.depthMax, value.isObject || value.isArray else {
            return piece.append(compact)
        }
        piece.append(value.isObject ? "{" : "[")
        var separator = ""
        func begin() {
            piece.append(separator)
            separator = ","
            piece.beginLine(at: (depth + 1) * Self.indent)
        }
        if value.isObject {
            for member in value.members {
                begin()
                piece.append(quoted(member.nameValue), keyCode)
                piece.append(": ")
                append(member.value, to: &piece, behind: 1, depth: depth + 1)
            }
        } else {
            for element in value.elements {
                begin()
                append(element, to: &piece, behind: 1, depth: depth + 1)
            }
        }
        piece.beginLine(at: depth * Self.indent)
        piece.append(value.isObject ? "}" : "]")
    }

    /// A value on one line.
    private func line(of value: JSONValue) -> Piece {
        var piece = Piece()
        if value.isObject {
            piece.append("{")
            for (place, member) in value.members.enumerated() {
                if place > 0 { piece.append(", ") }
                piece.append(quoted(member.nameValue), keyCode)
                piece.append(": ")
                piece.append(line(of: member.value))
            }
            piece.append("}")
        } else if value.isArray {
            piece.append("[")
            for (place, element) in value.elements.enumerated() {
                if place > 0 { piece.append(", ") }
                piece.append(line(of: element))
            }
            piece.append("]")
        } else {
            piece.append(quoted(value), value.isString ? textCode : nil)
        }
        return piece
    }

    /// Blue could not be read on black.
    private var keyCode: String? { isColoured ? "1" : nil }
    private var textCode: String? { isColoured ? "32" : nil }

    /// A scalar as JSON has it, with all characters that move a cursor escaped.
    private func quoted(_ scalar: JSONValue) -> String {
        var writer = JSONWriter()
        writer.value(scalar)
        return String(decoding: writer.bytes, as: UTF8.self).escapingControls()
    }
}
