package import Feeds
package import NowPlaying

/// Converts a feed's statement about time into an anchor on the hub's clock.
package struct PositionClaim {
    /// The track's length, where it is known.
    package let duration: Interval?
    /// Seconds of the track for each second of time.
    package let rate: Double
    package let clock: ClockConversion
    package let now: Timestamp

    /// The anchor of the best usable claim: first the claims that rest on a known server clock,
    /// then those that need none, then those that need one that is unknown.
    package func anchor(from positions: [ReportedTrack.Position]) -> Anchor? {
        for position in positions {
            if clock.knowsServer, let anchor = timed(position, .exact) { return anchor }
        }
        for position in positions {
            switch position {
            case .elapsed(let elapsed), .assumed(let elapsed): return running(elapsed, since: now)
            case .startedAt, .endsAt, .elapsedAsOf: break
            }
        }
        for position in positions {
            if let anchor = timed(position, .estimated) { return anchor }
        }
        return nil
    }

    /// The anchor of a claim that names a time on the server's clock.
    private func timed(
        _ position: ReportedTrack.Position, _ quality: Anchor.Quality
    ) -> Anchor? {
        switch position {
        case .startedAt(let start):
            let start = clock.local(start)
            // The start of a paused track does not give its position.
            return rate > 0 || start > now ? started(start, quality) : nil
        case .endsAt(let end):
            guard let duration, rate > 0 else { return nil }
            return started(clock.local(end) - duration * (1 / rate), quality)
        case .elapsedAsOf(let elapsed, let asOf):
            // A position of a time ahead counts as one of now: the clocks differ.
            var anchor = running(elapsed, since: min(clock.local(asOf), now))
            anchor.quality = quality
            return anchor
        case .elapsed, .assumed:
            return nil
        }
    }

    /// A track that began, or will begin, at `start`.
    private func started(_ start: Timestamp, _ quality: Anchor.Quality) -> Anchor {
        if start > now {
            return Anchor(elapsed: .zero, asOf: start, startedAt: start, quality: quality)
        }
        let elapsed = ((now - start) * rate).clamped(from: .zero, to: duration)
        return Anchor(elapsed: elapsed, asOf: now, startedAt: start, quality: quality)
    }

    /// A track of which `elapsed` had been played at `time`.
    private func running(_ elapsed: Interval, since time: Timestamp) -> Anchor {
        let start = rate > 0 ? time - elapsed * (1 / rate) : time - elapsed
        if elapsed < .zero, rate > 0 { return started(start, .estimated) }
        let position = (elapsed + (now - time) * rate).clamped(from: .zero, to: duration)
        return Anchor(elapsed: position, asOf: now, startedAt: start, quality: .estimated)
    }
}
