import Expectations
import NowPlaying
import TestSupport
import Testing

@testable import Views

struct CarPlayValidatorTests {
    private static func violations(
        in category: CarPlayCategory = .audio, limits: CarPlayLimits = CarPlayLimits(),
        _ change: (inout CarPlayDocument) -> Void
    ) -> [String] {
        var document = Sample.carPlay(Sample.listening { $0.favourites = ["one"] })
        change(&document)
        return CarPlayValidator.violations(of: document, category: category, limits: limits)
    }

    /// Changes the first list of the tabs.
    private static func changingStations(
        _ change: @escaping (inout ListTemplate) -> Void
    ) -> (inout CarPlayDocument) -> Void {
        { document in
            guard case .tabBar(var tabBar) = document.root,
                case .list(var list) = tabBar.templates[0]
            else { return }
            change(&list)
            tabBar.templates[0] = .list(list)
            document.root = .tabBar(tabBar)
        }
    }

    private static func changingFirstRow(
        _ change: @escaping (inout ListItem) -> Void
    ) -> (inout CarPlayDocument) -> Void {
        changingStations { list in
            guard case .item(var item) = list.sections[0].rows[0] else { return }
            change(&item)
            list.sections[0].rows[0] = .item(item)
        }
    }

    @Test func `a document of the hub is right`() {
        expect(Self.violations { _ in }, is: [])
    }

    @Test func `a template outside of its category is found`() {
        expect(Self.violations(in: .parking) { _ in }, is: ["parking may not use nowPlaying"])
    }

    @Test func `audio apps may not show what others may`() {
        expect(CarPlayCategory.audio.templates, is: [.tabBar, .list, .grid, .alert, .nowPlaying])
        #expect(CarPlayCategory.communication.templates.isSuperset(of: [.contact, .message]))
        for category in [CarPlayCategory.charging, .parking, .quickFood] {
            expect(
                category.templates,
                is: [
                    .pointOfInterest, .information, .list, .grid, .tabBar, .alert, .actionSheet,
                ])
        }
    }

    @Test func `an empty template is found`() {
        let found = Self.violations(in: .audio, Self.changingStations { $0.sections = [] })
        expect(found, is: ["stations is empty"])
    }

    @Test func `an id that is there twice is found`() {
        let found = Self.violations(
            in: .audio,
            Self.changingStations { $0.sections[0].rows.append($0.sections[0].rows[0]) })
        #expect(found.contains("stations/one is there twice"))
    }

    @Test func `more rows than the car takes are found`() {
        var limits = CarPlayLimits()
        limits.listItems = 2
        #expect(Self.violations(limits: limits) { _ in }.contains("stations has 3 of at most 2"))
    }

    @Test func `a row without a second line is found`() {
        let found = Self.violations(in: .audio, Self.changingFirstRow { $0.detailText = "" })
        expect(found, is: ["stations/one has no second line"])
    }

    @Test func `a row that can be tapped for nothing is found`() {
        let found = Self.violations(in: .audio, Self.changingFirstRow { $0.action = nil })
        expect(found, is: ["stations/one does 0 things"])
    }

    @Test func `a list that is not there is found`() {
        let found = Self.violations(
            in: .audio,
            Self.changingFirstRow {
                $0.action = nil
                $0.push = "nowhere"
            })
        #expect(found.contains("nowhere is not there, or is not a list"))
    }

    @Test func `a list that is never shown is found`() {
        let found = Self.violations { document in
            document.lists.append(
                ListTemplate(
                    id: "lost", title: "Lost", sections: [],
                    placeholder: ListItem(id: "lost#none", text: "Lost", detailText: "Lost"),
                    limits: CarPlayLimits(), rows: 1))
        }
        #expect(found.contains("lost is never shown"))
    }

    @Test func `a second row that plays is found`() {
        let found = Self.violations(
            in: .audio,
            Self.changingStations { list in
                for (place, row) in list.sections[0].rows.enumerated() {
                    guard case .item(var item) = row else { continue }
                    item.isPlaying = true
                    list.sections[0].rows[place] = .item(item)
                }
            })
        expect(found, is: ["3 rows play"])
    }

    @Test func `a progress that draws a tick is found`() {
        let found = Self.violations(in: .audio, Self.changingFirstRow { $0.twentieths = 20 })
        expect(found, is: ["stations/one has gone too far"])
    }

    @Test func `an alert that cannot be dismissed is found`() {
        let found = Self.violations { document in
            document.alert.actions = []
        }
        #expect(found.contains("an alert with 0 ways to dismiss it"))
    }

    @Test func `an alert whose words are not longest first is found`() {
        let found = Self.violations { $0.alert.titleVariants = ["No", "Not possible"] }
        expect(found, is: ["an alert whose words are not longest first"])
    }

    @Test func `a tab bar with one tab is found`() {
        let found = Self.violations { document in
            guard case .tabBar(var tabBar) = document.root else { return }
            tabBar.templates = [tabBar.templates[0]]
            document.root = .tabBar(tabBar)
        }
        #expect(found.contains("a tab bar with one tab"))
    }

    @Test func `too deep a list is found`() {
        let deep = Sample.carPlay(
            Sample.listening { scene in
                scene.timeline.past = [
                    AiredProgramme(
                        id: "p", programme: Sample.programme("Past", from: -60, to: -30))
                ]
            })
        var limits = CarPlayLimits()
        limits.templateDepth = 4
        expect(
            CarPlayValidator.violations(of: deep, category: .audio, limits: limits),
            is: ["programme/p lies 5 deep"])
    }
}
