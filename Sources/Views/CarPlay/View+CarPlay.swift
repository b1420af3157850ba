import NowPlaying

extension View {
    /// A session as a car shows it.
    public static let carPlay = View(
        ViewDefinition(
            name: "carPlay", subject: .session, options: DocumentOptions.Name.allCases,
            isOverview: true, hasPatches: true,
            parts: { _ in
                [.connection, .online, .track, .playback, .programme, .station, .history]
            },
            render: { snapshot, options, now in
                guard case .session(let session) = snapshot else { return nil }
                return CarPlayViewDocument(
                    CarPlayDocument(
                        of: session, options: options.carPlay?.value ?? CarPlayOptions(), at: now))
            }))
}

/// A car's document, of which the differences are delivered.
public final class CarPlayViewDocument: ViewDocument {
    /// What the car shows.
    public let document: CarPlayDocument

    /// None: it is compared itself.
    public var hash: UInt64? { nil }

    init(_ document: CarPlayDocument) {
        self.document = document
    }

    /// Changes in place where they suffice; as patches, templates where these do.
    public func change(from held: (any ViewDocument)?, asPatches: Bool) -> DocumentChange? {
        let held = (held as? CarPlayViewDocument)?.document
        return switch CarPlayChange.from(held, to: document, templatesAlone: asPatches) {
        case nil: nil
        case .whole(let document): DocumentChange(.document(Document.encode(document)), parts: [])
        case .rows(let rows): DocumentChange(.rows(Document.encode(rows)))
        case .templates(let changes):
            DocumentChange(
                .templates(
                    Document.encode(changes),
                    rows: changes.rows.isEmpty ? nil : Document.encode(changes.rows)))
        }
    }
}
