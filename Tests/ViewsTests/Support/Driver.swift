import NowPlaying
import Views

/// A driver who taps everything that can be tapped.
struct Driver {
    /// The lists that can be reached, with the depth at which each lies at most.
    private(set) var depths: [String: Int] = [:]
    /// The commands that tapping something sends.
    private(set) var commands: Set<SessionCommand> = []
    /// The ids of the rows that can be seen.
    private(set) var rows: Set<String> = []
    /// The ids of the lists and rows that say that not all is there.
    private(set) var cut: Set<String> = []

    init(_ document: CarPlayDocument) {
        for tab in document.root.tabs {
            if case .list(let list) = tab { show(list.id, at: 1, of: document) }
        }
        for id in [document.nowPlaying?.upNext, document.nowPlaying?.albumArtist] {
            if let id { show(id, at: 3, of: document) }
        }
    }

    private mutating func show(_ id: String, at depth: Int, of document: CarPlayDocument) {
        guard let list = document.list(id), depths[id] ?? 0 < depth else { return }
        depths[id] = depth
        if list.leftOut > 0 { cut.insert(id) }
        for item in list.items {
            rows.insert(item.id)
            tap(item, at: depth, of: document)
        }
        for row in list.imageRows {
            if row.leftOut > 0 { cut.insert(row.id) }
            tap(row, at: depth, of: document)
            for picture in row.elements { tap(picture, at: depth, of: document) }
        }
    }

    private mutating func tap(
        _ part: some TemplatePart, at depth: Int, of document: CarPlayDocument
    ) {
        if let action = part.action { commands.insert(action) }
        if let push = part.push { show(push, at: depth + 1, of: document) }
    }

    /// The depth of the deepest list.
    var depth: Int { depths.values.max() ?? 0 }

    /// The stations that can be selected or seen in the list of stations or on its pages.
    var stations: Set<String> {
        Set(rows.filter { $0.hasPrefix("stations/") }.map { String($0.dropFirst(9)) })
    }

    /// The elements that can be sought to.
    var elements: Set<String> {
        Set(
            commands.compactMap { command in
                guard case .seekToElement(let id) = command else { return nil }
                return id
            })
    }
}
