import JSON
import NowPlaying

extension Document {
    /// Encodes a car's document: the value of the member `carPlay` of a record.
    public static func encode(_ document: CarPlayDocument) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(document)
        return writer.bytes
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

    /// Encodes changes of templates without the rows beside them: the value of the member
    /// `templates` of a record.
    public static func encode(_ templates: TemplateChanges) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(templates)
        return writer.bytes
    }
}

/// The shape of the `carPlay` document: Apple's names without their prefix. A property that is
/// what it mostly is (not playing, enabled, not busy, nothing left out) is absent.
extension JSONWriter {
    fileprivate mutating func write(_ document: CarPlayDocument) {
        beginObject()
        key("root")
        write(document.root)
        if let nowPlaying = document.nowPlaying {
            key("nowPlaying")
            write(nowPlaying)
        }
        beginArray("lists")
        for list in document.lists { write(list) }
        endArray()
        key("alert")
        write(document.alert)
        endObject()
    }

    fileprivate mutating func write(_ templates: TemplateChanges) {
        beginObject()
        for template in templates.changed {
            key(named: template.id)
            write(template)
        }
        for id in templates.removed {
            key(named: id)
            null()
        }
        endObject()
    }

    private mutating func write(_ root: CarPlayDocument.Root) {
        switch root {
        case .template(let template): write(template)
        case .tabBar(let tabBar):
            begin(tabBar, .tabBar)
            beginArray("templates")
            for template in tabBar.templates { write(template) }
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
        endObject()
        if let information = point.information {
            beginObject("secondaryButton")
            member("title", point.secondButtonTitle)
            member("push", information.id)
            endObject()
            key("information")
            begin(information, .information)
            endObject()
        }
        endObject()
    }

    /// Begins the object of a part with all that can change in it.
    private mutating func begin(_ part: some TemplatePart, _ kind: TemplateKind? = nil) {
        beginObject()
        member("id", part.id)
        member("type", kind?.rawValue)
        for (property, value) in part.properties.all { write(property, value) }
    }
}

/// Properties, in documents and in changes.
extension JSONWriter {
    fileprivate mutating func write(_ rows: RowChanges) {
        beginObject()
        for part in rows.parts {
            key(named: part.id)
            beginObject()
            for property in RowProperty.allCases { write(property, part.changes[property]) }
            endObject()
        }
        endObject()
    }

    private mutating func write(_ property: RowProperty, _ change: RowChanges.Change?) {
        switch change {
        case nil: break
        case .set(let value): write(property, value)
        case .remove:
            key(named: property.rawValue)
            null()
        }
    }

    private mutating func write(_ property: RowProperty, _ value: PropertyValue) {
        key(named: property.rawValue)
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
