public import NowPlaying

extension CarPlayDocument {
    /// The document of a scene: the same for equal scenes and options until `nextStep`.
    public init(of scene: SessionSnapshot, options: CarPlayOptions, at now: Timestamp) {
        self = CarPlayViewDocument.fitting(scene, options, at: now).document
    }
}

extension CarPlayViewDocument {
    /// The document of a scene.
    ///
    /// A document above the greatest size of a record loses pictures first, those for other
    /// surroundings before all, then the ends of texts: both leave its structure alone. Only then
    /// are its lists shortened.
    static func fitting(
        _ scene: SessionSnapshot, _ options: CarPlayOptions, at now: Timestamp
    ) -> CarPlayViewDocument {
        var part = 1
        while true {
            let builder = CarPlayBuilder(scene: scene, options: options, now: now, part: part)
            let whole = builder.makeDocument()
            for reduction in CarPlayDocument.Reduction.allCases {
                let document = CarPlayViewDocument(whole.reduced(by: reduction))
                if document.bytes.count <= Document.maximumSize { return document }
            }
            // With one row in each list there is nothing left to take away.
            guard part <= 140 else { return CarPlayViewDocument(whole) }
            part *= 2
        }
    }
}

extension CarPlayDocument {
    /// The parts that a document that is too long can do without.
    fileprivate enum Reduction: CaseIterable {
        case nothing, variants, picturesOnTop, pictures, texts
    }

    fileprivate func reduced(by reduction: Reduction) -> CarPlayDocument {
        var reduced = self
        switch reduction {
        case .nothing: break
        case .variants:
            reduced.forEachPart { _, properties in properties.dropVariants() }
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
            for index in reduced.lists.indices {
                reduced.lists[index].forEachPart { $1[.placeholder] = nil }
            }
        }
        return reduced
    }
}

extension Properties {
    /// Long enough to know a title by.
    private static let shortTextMax = 64

    fileprivate mutating func dropVariants() {
        for property in [RowProperty.image, .selectedPinImage] {
            guard case .artwork(let artwork) = self[property] else { continue }
            self[property] = .artwork(artwork.withoutVariant)
        }
    }

    /// Has a car draw pictures of its own.
    fileprivate mutating func dropPictures() {
        self[.selectedPinImage] = nil
        guard case .artwork(let artwork) = self[.image] else { return }
        self[.image] = nil
        self[.placeholder] = .text(artwork.subject.rawValue)
    }

    fileprivate mutating func shortenTexts() {
        for entry in entries {
            switch entry.value {
            case .text(let text):
                self[entry.property] = .text(text.shortened(to: Self.shortTextMax))
            case .informationItems(let items):
                self[entry.property] = .informationItems(items.map(Self.shortened))
            case .texts, .flag, .count, .twentieths, .artwork, .command, .buttons, .textButtons:
                break
            }
        }
    }

    private static func shortened(_ item: InformationItem) -> InformationItem {
        InformationItem(title: item.title, detail: item.detail.shortened(to: shortTextMax))
    }
}
