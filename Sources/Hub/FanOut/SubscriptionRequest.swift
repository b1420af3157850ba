import NowPlaying
import Views

/// What a client asks for when it subscribes.
struct SubscriptionRequest: Sendable {
    var options: DocumentOptions
    var coverage = Subscription.Coverage.all
    var minInterval: Interval
    var wantsPatches = false
    /// What a car asks for.
    var carPlay = CarPlayOptions()

    /// What two subscriptions must have in common for one to go on where the other ended.
    var kind: SubscriptionKind {
        SubscriptionKind(options: options, coverage: coverage)
    }
}

/// A view with its options and what it covers.
struct SubscriptionKind: Hashable, Sendable {
    var options: DocumentOptions
    let coverage: Subscription.Coverage
}
