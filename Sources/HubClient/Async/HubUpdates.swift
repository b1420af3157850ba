/// The updates of one subscription, as an asynchronous sequence.
///
/// The hub is followed while a loop goes on. A loop ends with the cancellation of its task, with
/// `break`, and with an error that another attempt would not change. One that is slow misses
/// documents that are replaced meanwhile, never the newest one.
public struct HubUpdates: AsyncSequence, Sendable {
    /// The iterator of one loop.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let listener: UpdateListener

        init(_ listener: UpdateListener) {
            self.listener = listener
        }

        /// The next update; `nil` once the task is cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(HubClientError) -> HubUpdate? {
            try await listener.next()
        }
    }

    let hub: RemoteHub
    let subscription: HubSubscription

    /// Begins to follow.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(UpdateListener(of: hub, subscription))
    }
}

/// One loop over a hub's updates; the subscription ends when the loop does.
final class UpdateListener: Sendable {
    private let hub: RemoteHub
    private let subscription: HubSubscription
    private let number: Int

    init(of hub: RemoteHub, _ subscription: HubSubscription) {
        self.hub = hub
        self.subscription = subscription
        number = hub.newNumber()
    }

    deinit {
        let (hub, number) = (hub, number)
        Task { await hub.unfollow(number) }
    }

    func next() async throws(HubClientError) -> HubUpdate? {
        let (hub, number) = (hub, number)
        let outcome = await withTaskCancellationHandler {
            await hub.next(number, subscription)
        } onCancel: {
            Task { await hub.unfollow(number) }
        }
        return try outcome.get()
    }
}
