import Expectations
import NowPlaying
import Support
import TestSupport
import Testing

@testable import Views

/// Random lives of a session, as cars with different limits and categories see them.
struct HistoryTests {
    private static func options(for seed: UInt64) -> CarPlayOptions {
        var generator = SeededGenerator(seed: seed &* 31)
        var options = CarPlayOptions()
        options.category = generator.pick(CarPlayCategory.allCases)
        options.locale = generator.pick(Locale.allCases)
        options.style = generator.pick(ContentStyle.allCases)
        options.limits.tabs = generator.pick([1, 2, 3, 4, 5])
        options.limits.listItems = generator.pick([1, 2, 3, 12, 12, 100])
        options.limits.listSections = generator.pick([0, 1, 2, 8])
        options.limits.rowImages = generator.pick([1, 2, 8])
        options.limits.gridButtons = generator.pick([0, 1, 8])
        options.limits.alertActions = generator.pick([1, 2])
        options.favourites = generator.pick([.list, .grid])
        options.limits.nowPlayingButtons = generator.pick([0, 2, 5])
        options.limits.templateDepth = generator.pick([1, 2, 3, 4, 5, 5, 6])
        options.region = generator.maybe(
            .init(center: Location(latitude: 48, longitude: 11)))
        return options
    }

    @Test(arguments: UInt64(0)..<20, [false, true])
    func `a subscriber holds exactly what a newcomer gets, and nothing equal is sent`(
        seed: UInt64, templatesAlone: Bool
    ) {
        var life = RandomScene(seed: seed)
        let options = Self.options(for: seed)
        var held: CarPlayDocument?
        for _ in 0..<60 {
            life.live()
            let fresh = CarPlayDocument(of: life.scene, options: options, at: life.now)
            let change = CarPlayChange.from(held, to: fresh, templatesAlone: templatesAlone)
            switch change {
            case nil: break
            case .rows(let rows):
                #expect(!rows.isEmpty)
                let updated = held?.applying(rows)
                #expect(updated != held)
                #expect(Document.encode(rows).count <= Document.maximumSize)
                held = updated
            case .templates(let changes):
                #expect(templatesAlone)
                let updated = held?.applying(changes)
                #expect(updated?.sorted != held?.sorted)
                let templates = CarPlayViewDocument(fresh).encode(changes)
                let length = templates.count + Document.encode(changes.rows).count
                #expect(length <= Document.maximumSize)
                held = updated
            case .whole(let document):
                #expect(document != held)
                held = document
            }
            expect(held?.sorted, is: fresh.sorted)
            held = change == nil ? held : fresh
        }
    }

    @Test(arguments: UInt64(200)..<210, [false, true])
    func `a client that knows only ids, members and null holds the same`(
        seed: UInt64, templatesAlone: Bool
    ) throws {
        var life = RandomScene(seed: seed)
        let options = Self.options(for: seed)
        var held = CarPlayDocument(of: life.scene, options: options, at: life.now)
        var tree = try Tree(Document.encode(held))
        for _ in 0..<40 {
            life.live()
            let fresh = CarPlayDocument(of: life.scene, options: options, at: life.now)
            switch CarPlayChange.from(held, to: fresh, templatesAlone: templatesAlone) {
            case nil: break
            case .rows(let rows):
                tree = tree.applying(rows: try Tree(Document.encode(rows)).members)
            case .templates(let changes):
                tree = tree.applying(rows: try Tree(Document.encode(changes.rows)).members)
                let templates = CarPlayViewDocument(fresh).encode(changes)
                tree = tree.applying(templates: try Tree(templates).members)
            case .whole(let document): tree = try Tree(Document.encode(document))
            }
            held = fresh
            try expect(tree.sortedLists, is: Tree(Document.encode(fresh)).sortedLists)
        }
    }

    @Test(arguments: UInt64(300)..<320)
    func `a change of texts, pictures and states never causes a whole document`(seed: UInt64) {
        var life = RandomScene(seed: seed)
        let options = Self.options(for: seed)
        var held = CarPlayDocument(of: life.scene, options: options, at: life.now)
        for _ in 0..<60 {
            life.changeInPlace()
            let fresh = CarPlayDocument(of: life.scene, options: options, at: life.now)
            if case .whole = CarPlayChange.from(held, to: fresh) {
                Issue.record("the structure changed")
                return
            }
            held = fresh
        }
    }

    @Test(arguments: UInt64(400)..<430)
    func `the validator finds nothing, and at most one row plays`(seed: UInt64) {
        var life = RandomScene(seed: seed)
        let options = Self.options(for: seed)
        for _ in 0..<20 {
            life.live()
            let document = CarPlayDocument(of: life.scene, options: options, at: life.now)
            let violations = CarPlayValidator.violations(
                of: document, category: options.category, limits: options.limits)
            #expect(violations.isEmpty)
            let tabs = document.allLists.filter { $0.tab != nil }.flatMap(\.items)
            for items in [tabs] + document.lists.map(\.items) {
                #expect(items.count(where: \.isPlaying) <= 1)
            }
            #expect(Document.encode(document).count <= Document.maximumSize)
            let leftOut = document.list("stations")?.leftOut ?? 0
            expect(
                Driver(document).stations.count + leftOut,
                is: life.scene.stations.count + life.scene.otherStations)
        }
    }

    @Test(arguments: UInt64(500)..<515)
    func `a lock screen is never sent because time passed, and always says how fast`(
        seed: UInt64
    ) throws {
        var life = RandomScene(seed: seed)
        var delivered: LockScreen?
        for _ in 0..<60 {
            life.live()
            let shown = LockScreen(of: life.scene)
            #expect(shown.elapsed >= .zero)
            #expect(shown.playbackState == .playing || shown.rate == 0)
            if shown.isDiscontinuity(after: delivered) {
                #expect(shown != delivered)
                delivered = shown
            }
            #expect(!shown.isDiscontinuity(after: delivered))
        }
    }
}

extension CarPlayDocument {
    /// The same document: the order of its lists means nothing.
    fileprivate var sorted: CarPlayDocument {
        var sorted = self
        sorted.lists.sort { $0.id < $1.id }
        return sorted
    }
}
