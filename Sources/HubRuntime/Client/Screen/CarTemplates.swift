internal import JSON

/// Changes of whole templates of a `carPlay` document, as a record's `templates` say them: by id
/// the new template, or `null` for a list that goes.
enum CarTemplates {
    /// Writes the document after the changes.
    static func apply(
        _ templates: JSONValue, to document: JSONValue, into writer: inout JSONWriter
    ) {
        writer.beginObject()
        for member in document.members where member.name != "lists" {
            writer.key(named: member.name)
            if member.name == "root" {
                write(root: member.value, changedBy: templates, &writer)
            } else {
                writer.value(member.value)
            }
        }
        write(lists: document, changedBy: templates, &writer)
        writer.endObject()
    }

    private static func write(
        root: JSONValue, changedBy templates: JSONValue, _ writer: inout JSONWriter
    ) {
        guard root["templates"] != nil else { return writer.value(root.changed(by: templates)) }
        writer.beginObject()
        for member in root.members {
            writer.key(named: member.name)
            if member.name == "templates" {
                writer.beginArray()
                for tab in member.value.elements { writer.value(tab.changed(by: templates)) }
                writer.endArray()
            } else {
                writer.value(member.value)
            }
        }
        writer.endObject()
    }

    /// The lists that stay, then those that change or come.
    private static func write(
        lists document: JSONValue, changedBy templates: JSONValue, _ writer: inout JSONWriter
    ) {
        let root = document["root"]
        let tabs = root?["templates"].map { Array($0.elements) } ?? [root].compactMap(\.self)
        let tabIDs = Set(tabs.compactMap { $0["id"]?.string })
        writer.beginArray("lists")
        for list in document["lists"].map({ Array($0.elements) }) ?? [] {
            guard let id = list["id"]?.string, templates[named: id] == nil else { continue }
            writer.value(list)
        }
        for member in templates.members where !member.value.isNull && !tabIDs.contains(member.name)
        {
            writer.value(member.value)
        }
        writer.endArray()
    }
}

extension JSONValue {
    /// The template that stands in place of this one.
    fileprivate func changed(by templates: JSONValue) -> JSONValue {
        self["id"]?.string.flatMap { templates[named: $0] } ?? self
    }
}
