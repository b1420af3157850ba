import NowPlaying

extension View {
    /// A session as a car shows it.
    public static let carPlay = View(
        ViewDefinition(
            name: "carPlay", subject: .session,
            options: [.category, .locale, .style, .limits, .region, .favourites],
            hasPatches: true,
            overview: { options in
                let car = options.car
                return StationOverview(
                    stationsMax: car.stationsShown,
                    hasMap: car.category.templates.contains(.pointOfInterest),
                    parts: [.connection, .online, .track, .playback, .programme, .station])
            },
            nextStep: { CarPlayDocument.nextStep(after: $0) },
            alert: { failure, options in
                let alert = AlertTemplate(
                    of: failure.reason, retrying: failure.command,
                    actionsMax: options.car.limits.alertActions, in: options.car.locale)
                return SessionAlert(template: TemplateID.alert, bytes: Document.encode(alert))
            },
            parts: { _ in
                [.connection, .online, .track, .playback, .programme, .next, .station, .history]
            },
            render: { snapshot, options, now in
                guard case .session(let session) = snapshot else { return nil }
                return CarPlayViewDocument.fitting(session, options.car, at: now)
            }))
}

extension DocumentOptions {
    /// The options of the car.
    fileprivate var car: CarPlayOptions { carPlay?.value ?? CarPlayOptions() }
}

/// A car's document with its encoding, of which the differences are delivered.
public final class CarPlayViewDocument: ViewDocument {
    /// The document that the car shows.
    public let document: CarPlayDocument
    /// The whole document, encoded.
    let bytes: [UInt8]
    /// The parts of `bytes` that are the document's `templates`.
    let templates: [Range<Int>]

    /// None: it is compared itself.
    public var hash: UInt64? { nil }

    init(_ document: CarPlayDocument) {
        self.document = document
        (bytes, templates) = Self.encode(document)
    }

    /// The tabs, then the lists, each with its encoding.
    var encodedTemplates: [EncodedTemplate] {
        zip(document.templates, templates).map { template, place in
            EncodedTemplate(id: template.id, template: template, bytes: bytes[place])
        }
    }

    /// Changes in place where they suffice; as patches, templates where these do.
    public func change(from held: (any ViewDocument)?, asPatches: Bool) -> DocumentChange? {
        let held = held as? CarPlayViewDocument
        return switch CarPlayChange.from(held, to: self, templatesAlone: asPatches) {
        case nil: nil
        case .whole: DocumentChange(.document(bytes), parts: [])
        case .rows(let rows): DocumentChange(.rows(Document.encode(rows)))
        case .templates(let changes):
            DocumentChange(
                .templates(
                    encode(changes),
                    rows: changes.rows.isEmpty ? nil : Document.encode(changes.rows)))
        }
    }
}

/// A template of a document with its part of the document's encoding.
struct EncodedTemplate {
    let id: String
    let template: CarPlayDocument.Tab
    let bytes: ArraySlice<UInt8>
}
