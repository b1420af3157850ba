package import NowPlaying

/// Shares the web server's limits between addresses, so that none can use up all of them.
package struct AddressQuotas {
    /// Requests that an address may make: a bucket that fills at a steady rate.
    private struct Allowance {
        var left: Double
        var asOf: Instant
    }

    private let limits: Box<Limits>
    private var allowances: [[UInt8]: Allowance] = [:]
    private var clients: [[UInt8]: Int] = [:]

    /// Shares of which nothing is used.
    package init(limits: Box<Limits>) {
        self.limits = limits
    }

    /// Takes one request out of an address's allowance.
    ///
    /// - Returns: When it may ask again, if it may not now.
    package mutating func request(from address: [UInt8], at now: Instant) -> Interval? {
        let burst = Double(limits.webRequestBurst)
        let rate = Double(limits.webRequestRate)
        var allowance = allowances[address] ?? Allowance(left: burst, asOf: now)
        let gained = Double((now - allowance.asOf).milliseconds) * rate / 1_000
        allowance.left = min(burst, allowance.left + gained)
        allowance.asOf = now
        let isGranted = allowance.left >= 1
        if isGranted { allowance.left -= 1 }
        allowances[address] = allowance
        if allowances.count > limits.webAddresses { forgetIdle(at: now) }
        return isGranted ? nil : .seconds(1)
    }

    /// Forgets addresses that have all of their allowance, or most of it; all, if none has.
    private mutating func forgetIdle(at now: Instant) {
        let time = Interval.seconds(Int64(limits.webRequestBurst / max(1, limits.webRequestRate)))
        allowances = allowances.filter { now - $0.value.asOf < time }
        guard allowances.count > limits.webAddresses else { return }
        // Those that have used little lose nothing by it.
        allowances = allowances.filter { $0.value.left < Double(limits.webRequestBurst) / 2 }
        if allowances.count > limits.webAddresses { allowances = [:] }
    }

    /// Takes the place of a client that stays connected.
    ///
    /// - Returns: Whether there was one.
    package mutating func connect(from address: [UInt8]) -> Bool {
        guard clients[address, default: 0] < limits.webClientsByAddress else { return false }
        clients[address, default: 0] += 1
        return true
    }

    /// A client is gone that had a place.
    package mutating func disconnect(from address: [UInt8]) {
        let left = clients[address, default: 1] - 1
        clients[address] = left > 0 ? left : nil
    }
}

/// The place of one client among those of its address; it is free again when this goes.
final class AddressPlace {
    /// The address, in bytes.
    let address: [UInt8]
    private let leave: () -> Void

    init(_ address: [UInt8], leave: @escaping () -> Void) {
        self.address = address
        self.leave = leave
    }

    deinit {
        leave()
    }
}
