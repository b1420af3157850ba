import NowPlaying

/// The options of a view that a client named, read before the view is known.
public struct ViewOptions: Sendable {
    /// The options that were named.
    public private(set) var names: [DocumentOptions.Name] = []
    /// The changes that they make to the options of a document.
    private var changes: [@Sendable (inout DocumentOptions) -> Void] = []

    /// Options of which none was named.
    public init() {}

    /// Reads options by their names.
    package init<Reader: OptionReader>(_ reader: Reader) throws(Reader.Failure) {
        names = reader.names.compactMap { DocumentOptions.Name(rawValue: $0) }
        if let locale = try reader.text("locale").map({ Locale(tag: $0) }) {
            changes.append { $0.locale = locale }
        }
        if let style = try reader.choice("style", of: ContentStyle.self) {
            changes.append { $0.style = style }
        }
        changes += try CarPlayOptions.changes(reader).map { change in
            { options in options.changeCar(change) }
        }
    }

    /// Returns `known` with the named options replaced.
    package func applied(to known: DocumentOptions) -> DocumentOptions {
        var options = known
        for change in changes { change(&options) }
        let (locale, style) = (options.locale, options.style)
        options.changeCar { ($0.locale, $0.style) = (locale, style) }
        return options
    }

    /// The reason for which a view does not take these options; `nil` if it does.
    package func mistake(for view: View) -> String? {
        guard let strange = names.first(where: { !view.definition.options.contains($0) }) else {
            return nil
        }
        let known = view.definition.options.map(\.rawValue).joined(separator: ", ")
        return known.isEmpty
            ? "view \(view.name) has no options"
            : "view \(view.name) has no option \(strange.rawValue): known are \(known)"
    }
}

/// The options in a request, by their names. Each function gives `nil` for an absent option and
/// throws for one of another type.
package protocol OptionReader {
    associatedtype Failure: Error

    /// The names of the options that are present.
    var names: [String] { get }
    /// A text.
    func text(_ name: StaticString) throws(Failure) -> String?
    /// A whole number of a range.
    func integer(_ name: StaticString, in range: ClosedRange<Int>) throws(Failure) -> Int?
    /// A number.
    func number(_ name: StaticString) throws(Failure) -> Double?
    /// A group of options with these names.
    func group(_ name: StaticString, allowing names: [String]) throws(Failure) -> Self?
    /// The error for an option that is not as expected.
    static func wrong(_ name: StaticString, _ expectation: String) -> Failure
}

extension OptionReader {
    /// One word of a list.
    package func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: StaticString, of type: Value.Type
    ) throws(Failure) -> Value? {
        guard let text = try text(name) else { return nil }
        guard let value = Value(rawValue: text) else {
            throw Self.wrong(name, type.expectation)
        }
        return value
    }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// The words of a list, as an error names them.
    package static var expectation: String {
        "one of " + allCases.map(\.rawValue).joined(separator: ", ")
    }
}
