public import NowPlaying

extension CarPlayDocument {
    /// What a car shows of a scene: the same for equal scenes and options until `nextStep`.
    ///
    /// A document that would be longer than a record may be loses pictures first, then the ends of
    /// texts: both leave its structure alone. Only then are its lists shortened.
    public init(of scene: SessionSnapshot, options: CarPlayOptions, at now: Timestamp) {
        var part = 1
        while true {
            let builder = CarPlayBuilder(scene: scene, options: options, now: now, part: part)
            let whole = builder.makeDocument()
            let reduced = Reduction.allCases.lazy.map { whole.reduced(by: $0) }
            // With one row in each list there is nothing left to take away.
            if let fitting = reduced.first(where: \.fitsRecord) ?? (part > 140 ? whole : nil) {
                self = fitting
                assert(
                    options.violations(of: fitting).isEmpty,
                    "a car would refuse this: \(options.violations(of: fitting))")
                return
            }
            part *= 2
        }
    }

    private var fitsRecord: Bool { Document.encode(self).count <= Document.maximumSize }

    /// What a document that is too long can do without.
    private enum Reduction: CaseIterable {
        case nothing, picturesOnTop, pictures, texts
    }

    private func reduced(by reduction: Reduction) -> CarPlayDocument {
        var reduced = self
        switch reduction {
        case .nothing: break
        case .picturesOnTop:
            for index in reduced.lists.indices {
                reduced.lists[index].forEachPart { _, properties in properties.dropPictures() }
            }
        case .pictures:
            reduced.forEachPart { _, properties in properties.dropPictures() }
        case .texts:
            reduced.forEachPart { _, properties in
                properties.dropPictures()
                properties.shortenTexts()
            }
        }
        return reduced
    }
}

extension CarPlayOptions {
    fileprivate func violations(of document: CarPlayDocument) -> [String] {
        CarPlayValidator.violations(of: document, category: category, limits: limits)
    }
}

extension Properties {
    /// Long enough to know a title by.
    private static let shortTextMax = 64

    fileprivate mutating func dropPictures() {
        self[.image] = nil
        self[.selectedPinImage] = nil
    }

    fileprivate mutating func shortenTexts() {
        for (property, value) in all {
            switch value {
            case .text(let text):
                self[property] = .text(text.shortened(to: Self.shortTextMax))
            case .informationItems(let items):
                self[property] = .informationItems(items.map(Self.shortened))
            case .texts, .flag, .count, .twentieths, .artwork, .command, .buttons, .textButtons:
                break
            }
        }
    }

    private static func shortened(_ item: InformationItem) -> InformationItem {
        InformationItem(title: item.title, detail: item.detail.shortened(to: shortTextMax))
    }
}
