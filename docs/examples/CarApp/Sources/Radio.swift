#if canImport(CarPlay)
    import Foundation
    import HubClient
    import HubClientURLSession

    /// The app's connection to its hub, and the session that it controls.
    @MainActor
    final class Radio {
        let session: String
        private let hub: RemoteHub
        private var tasks: [Task<Void, Never>] = []

        init(hub url: URL, token: String, session: String) {
            hub = RemoteHub(over: URLSessionTransport(to: url, token: token))
            self.session = session
        }

        /// Shows the session in a car until `disconnect`.
        func connect(_ car: CarExecutor) {
            let updates = hub.updates(.carPlay, session: session)
            tasks.append(
                Task {
                    do {
                        for try await update in updates { car.take(update) }
                    } catch {
                        car.fail("\(error)")
                    }
                })
            let cards = hub.updates(.lockScreen, session: session)
            let lockScreen = LockScreenInfo { [weak self] in self?.send($0) }
            tasks.append(
                Task { [hub] in
                    do {
                        for try await update in cards {
                            if let card = update.card { lockScreen.show(card, at: hub.now) }
                        }
                    } catch {
                        car.fail("\(error)")
                    }
                })
        }

        /// The car is gone. The connection ends with the loops.
        func disconnect() {
            for task in tasks { task.cancel() }
            tasks = []
        }

        /// Sends a command; gives the answer to those that wait for it.
        func send(
            _ action: SessionAction, _ answered: @escaping (HubAnswer?) -> Void = { _ in }
        ) {
            Task { [hub, session] in answered(try? await hub.send(action, to: session)) }
        }
    }
#endif
