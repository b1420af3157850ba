import JSON
import NowPlaying

extension Document {
    /// Encodes a car's document: the value of the member `carPlay` of a record.
    public static func encode(_ document: CarPlayDocument) -> [UInt8] {
        CarPlayViewDocument(document).bytes
    }

    /// Encodes an alert: the value of the member `alert` of an event.
    public static func encode(_ alert: AlertTemplate) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(alert)
        return writer.bytes
    }

    /// Encodes changes in place: the value of the member `rows` of a record.
    public static func encode(_ rows: RowChanges) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(rows)
        return writer.bytes
    }
}

extension CarPlayViewDocument {
    /// Encodes a document, and tells where each of its templates stands.
    static func encode(
        _ document: CarPlayDocument
    ) -> (bytes: [UInt8], templates: [Range<Int>]) {
        var writer = JSONWriter(capacity: usualSize)
        var templates: [Range<Int>] = []
        writer.write(document, noting: &templates)
        return (writer.bytes, templates)
    }

    /// Encodes changes of templates without the rows beside them: the value of the member
    /// `templates` of a record. The templates have been encoded with the document.
    func encode(_ changes: TemplateChanges) -> [UInt8] {
        let encoded = Dictionary(
            encodedTemplates.map { ($0.id, $0.bytes) }, uniquingKeysWith: { first, _ in first })
        var writer = JSONWriter(capacity: bytes.count)
        writer.beginObject()
        for template in changes.changed {
            guard let bytes = encoded[template.id] else { continue }
            writer.key(named: template.id)
            writer.raw(bytes)
        }
        for id in changes.removed {
            writer.key(named: id)
            writer.null()
        }
        writer.endObject()
        return writer.bytes
    }

    /// Enough for most documents.
    private static let usualSize = 32 * 1_024
}

/// The shape of the `carPlay` document: Apple's names without their prefix. A property with its
/// usual value (not playing, enabled, not busy, nothing left out) is absent.
extension JSONWriter {
    /// - Parameter templates: Receives the ranges of the tabs, then of the lists.
    fileprivate mutating func write(
        _ document: CarPlayDocument, noting templates: inout [Range<Int>]
    ) {
        beginObject()
        key("root")
        write(document.root, noting: &templates)
        if let nowPlaying = document.nowPlaying {
            key("nowPlaying")
            write(nowPlaying)
        }
        beginArray("lists")
        for list in document.lists { templates.append(value { $0.write(list) }) }
        endArray()
        key("alert")
        write(document.alert)
        endObject()
    }

    private mutating func write(
        _ root: CarPlayDocument.Root, noting templates: inout [Range<Int>]
    ) {
        switch root {
        case .template(let template): templates.append(value { $0.write(template) })
        case .tabBar(let tabBar):
            begin(tabBar, .tabBar)
            beginArray("templates")
            for template in tabBar.templates { templates.append(value { $0.write(template) }) }
            endArray()
            endObject()
        }
    }

    private mutating func write(_ tab: CarPlayDocument.Tab) {
        switch tab {
        case .list(let list): write(list)
        case .grid(let template): write(template)
        case .pointOfInterest(let template): write(template)
        }
    }

    private mutating func write(_ list: ListTemplate) {
        begin(list, .list)
        member("title", list.title)
        if let tab = list.tab { write(tab) }
        beginArray("sections")
        for section in list.sections {
            beginObject()
            member("id", section.id)
            member("header", section.header)
            beginArray("items")
            for row in section.rows { write(row) }
            endArray()
            endObject()
        }
        endArray()
        endObject()
    }

    private mutating func write(_ template: GridTemplate) {
        begin(template, .grid)
        member("title", template.title)
        write(template.tab)
        beginArray("gridButtons")
        for button in template.buttons {
            begin(button)
            endObject()
        }
        endArray()
        endObject()
    }

    private mutating func write(_ tab: ListTemplate.Tab) {
        member("tabTitle", tab.title)
        member("tabImage", tab.image)
        member("tabSystemItem", tab.systemItem?.rawValue)
    }

    private mutating func write(_ row: ListTemplate.Row) {
        switch row {
        case .item(let item):
            begin(item)
            endObject()
        case .imageRow(let row):
            begin(row)
            beginArray("elements")
            for element in row.elements {
                begin(element)
                endObject()
            }
            endArray()
            endObject()
        }
    }

    private mutating func write(_ template: NowPlayingTemplate) {
        begin(template, .nowPlaying)
        member("upNextTitle", template.upNextTitle)
        member("upNext", template.upNext)
        member("albumArtist", template.albumArtist)
        endObject()
    }

    fileprivate mutating func write(_ template: AlertTemplate) {
        begin(template, .alert)
        endObject()
    }

    private mutating func write(_ template: PointOfInterestTemplate) {
        begin(template, .pointOfInterest)
        member("title", template.title)
        write(template.tab)
        beginArray("pointsOfInterest")
        for point in template.points { write(point) }
        endArray()
        endObject()
    }

    private mutating func write(_ point: PointOfInterestTemplate.PointOfInterest) {
        begin(point)
        beginObject("location")
        member("latitude", rounded: point.location.latitude)
        member("longitude", rounded: point.location.longitude)
        endObject()
        beginObject("primaryButton")
        member("title", point.buttonTitle)
        member("style", TextButton.Style.confirm.rawValue)
        endObject()
        if let information = point.information {
            beginObject("secondaryButton")
            member("title", point.secondButtonTitle)
            member("style", TextButton.Style.normal.rawValue)
            member("push", information.id)
            endObject()
            key("information")
            begin(information, .information)
            member("layout", "leading")
            endObject()
        }
        endObject()
    }

    /// Begins the object of a part with all that can change in it.
    private mutating func begin(_ part: some TemplatePart, _ kind: TemplateKind? = nil) {
        beginObject()
        member("id", part.id)
        member("type", kind?.rawValue)
        let entries = part.properties.entries
        for place in entries.indices { write(entries[place].property, entries[place].value) }
    }
}

/// Properties, in documents and in changes.
extension JSONWriter {
    fileprivate mutating func write(_ rows: RowChanges) {
        beginObject()
        for part in rows.parts {
            key(named: part.id)
            beginObject()
            for (property, change) in part.changes.sorted(by: { $0.key.rawValue < $1.key.rawValue })
            {
                write(property, change)
            }
            endObject()
        }
        endObject()
    }

    private mutating func write(_ property: RowProperty, _ change: RowChanges.Change) {
        switch change {
        case .set(let value): write(property, value)
        case .remove:
            key(property.key)
            null()
        }
    }

    private mutating func write(_ property: RowProperty, _ value: PropertyValue) {
        key(property.key)
        switch value {
        case .text(let text): string(text)
        case .flag(let flag): bool(flag)
        case .count(let count): int(count)
        case .twentieths(let count): seconds(milliseconds: Int64(count) * 50)
        case .artwork(let artwork): write(artwork)
        case .command(let command): write(command)
        case .texts(let texts):
            beginArray()
            for text in texts { string(text) }
            endArray()
        case .buttons(let buttons):
            beginArray()
            for button in buttons { write(button) }
            endArray()
        case .textButtons(let buttons):
            beginArray()
            for button in buttons { write(button) }
            endArray()
        case .informationItems(let items):
            beginArray()
            for item in items {
                beginObject()
                member("title", item.title)
                member("detail", item.detail)
                endObject()
            }
            endArray()
        }
    }

    private mutating func write(_ button: TextButton) {
        beginObject()
        member("id", button.id)
        member("title", button.title)
        member("style", button.style.rawValue)
        if let action = button.action {
            key("action")
            write(action)
        }
        endObject()
    }

    private mutating func write(_ button: NowPlayingButton) {
        beginObject()
        member("id", button.id)
        member("type", button.kind.rawValue)
        member("title", button.title)
        member("image", button.image)
        if button.isSelected { member("isSelected", true) }
        if let action = button.action {
            key("action")
            write(action)
        }
        member("push", button.push)
        endObject()
    }
}
