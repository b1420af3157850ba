import JSON

/// A format of the values at pointers: text, time, length, number, word.
protocol FieldFormat: Hashable, Sendable {
    associatedtype Output: Sendable
    /// The keys of the format, beside those of every source.
    static var keys: [String] { get }
    /// The default format, for a pointer alone.
    init()
    /// The format of a mapping's section.
    init?(_ section: SettingSection)
    /// The meaning of the values; `nil` if they have none. There is at least one value.
    func read(_ values: FoundValues) -> Output?
    /// The same, for a format that depends on other parts of the message.
    func read(_ values: FoundValues, in root: MappedValue) -> Output?
}

extension FieldFormat {
    /// Most formats depend on nothing else in the message.
    func read(_ values: FoundValues, in root: MappedValue) -> Output? { read(values) }
}

/// The places of a field's value: sources, tried in turn.
///
/// In a config a source is a pointer, or a mapping with the pointer (or several) under `at`, the
/// values that stand for an absent one under `none`, and the format's own keys. A field is a source
/// or a list.
struct Field<Format: FieldFormat>: Hashable, Sendable {
    private let sources: [FieldSource<Format>]

    /// The field that a mapping asks for.
    init?(_ value: SettingValue) {
        sources = value.filledList("a JSON pointer, or a list of one or more").compactMap {
            FieldSource($0)
        }
        if sources.isEmpty { return nil }
    }

    /// Reads the field from a message: the first source that has a value decides.
    ///
    /// - Parameter isPoor: Tells that a value is poor: it counts only if there is no other one.
    func select(
        in root: MappedValue, exceptIf isPoor: (Format.Output) -> Bool = { _ in false }
    ) -> FieldPatch<Format.Output> {
        var best = FieldPatch<Format.Output>.absent
        for source in sources {
            switch (source.select(in: root), best) {
            case (.value(let value), _) where !isPoor(value): return .value(value)
            case (.value(let value), .absent), (.value(let value), .nothing): best = .value(value)
            case (.nothing, .absent): best = .nothing
            case (.value, .value), (.nothing, _), (.absent, _): break
            }
        }
        return best
    }
}

/// One source of a field's value.
private struct FieldSource<Format: FieldFormat>: Hashable, Sendable {
    private let pointers: [ValuePointer]
    private let sentinels: [Sentinel]
    private let format: Format

    init?(_ value: SettingValue) {
        if case .object = value.value {
            guard let section = value.section(["at", "none"] + Format.keys) else { return nil }
            let at = section.required("at", example: "/title")
            pointers = at?.pointers() ?? []
            sentinels = section["none"].map { $0.scalars().map(Sentinel.init) } ?? []
            guard let format = Format(section), !pointers.isEmpty else { return nil }
            self.format = format
        } else {
            guard let pointer = value.pointer() else { return nil }
            pointers = [pointer]
            sentinels = []
            format = Format()
        }
    }

    func select(in root: MappedValue) -> FieldPatch<Format.Output> {
        var isPresent = false
        for pointer in pointers {
            let values = pointer.values(in: root)
            if values.isEmpty { continue }
            isPresent = true
            let real = values.filtered { value in
                !value.isNull && !sentinels.contains { $0.matches(value, in: root) }
            }
            if !real.isEmpty, let output = format.read(real, in: root) { return .value(output) }
        }
        return isPresent ? .nothing : .absent
    }
}

/// A value that stands for an absent one.
private enum Sentinel: Hashable, Sendable {
    case scalar(Feed.Value)
    /// The value at another place in the message, such as a station's name.
    case pointer(ValuePointer)

    init(_ value: Feed.Value) {
        if case .text(let text) = value, !text.isEmpty, let pointer = ValuePointer(text) {
            self = .pointer(pointer)
        } else {
            self = .scalar(value)
        }
    }

    func matches(_ value: JSONValue, in root: MappedValue) -> Bool {
        switch self {
        case .scalar(let scalar): scalar.matches(value)
        case .pointer(let pointer):
            pointer.value(in: root).flatMap(\.lenientString).map(value.says) ?? false
        }
    }
}

extension SettingValue {
    /// A pointer.
    func pointer() -> ValuePointer? {
        let expected = "a JSON pointer, such as `/song/title` or `/artists/*/name`"
        guard case .text(let text) = value else { return refuse(mustBe: expected) }
        guard let pointer = ValuePointer(text) else { return refuse(mustBe: expected) }
        return hasKnownNames(text) ? pointer : nil
    }

    /// Checks that each name in braces is known, and notes an unknown one.
    func hasKnownNames(_ text: String) -> Bool {
        guard let names = reading.names else { return true }
        for case .placeholder(let name) in Placeholders.parts(of: text)
        where !names.contains(name) {
            let known = names.map { "`{\($0)}`" }.joined(separator: ", ")
            note(
                "nothing stands for `{\(name)}`",
                remedy: "known here: \(known.isEmpty ? "nothing" : known)")
            return false
        }
        return true
    }

    /// A pointer or a list of such.
    func pointers() -> [ValuePointer] {
        filledList("a JSON pointer, or a list of one or more").compactMap { $0.pointer() }
    }
}
