import ArgumentParser
import EventLoop
import NowPlaying
import StationSimulator

/// Something that goes wrong on a farm again and again.
final class RecurringFault {
    /// What goes wrong.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case drop, silence, garbage, restart

        fileprivate var fault: Fault {
            switch self {
            case .drop: .drop
            case .silence: .silence
            case .garbage: .garbage
            case .restart: .restart
            }
        }
    }

    private let fault: Fault
    private let pause: Interval
    private let farm: StationFarm
    private var strike: LoopTimer?
    private var recovery: LoopTimer?

    /// A fault that strikes nobody until it is begun.
    init(_ kind: Kind, every pause: Interval, in farm: StationFarm, on loop: EventLoop) {
        fault = kind.fault
        self.pause = pause
        self.farm = farm
        strike = loop.makeTimer { [weak self] in self?.happen() }
        recovery = loop.makeTimer { [weak self] in self?.farm.heal() }
    }

    /// Lets it happen, first after a pause.
    func begin() {
        strike?.arm(afterMilliseconds: UInt64(clamping: pause.milliseconds))
    }

    private func happen() {
        farm.inject(fault)
        if fault.isLasting {
            recovery?.arm(afterMilliseconds: UInt64(clamping: pause.milliseconds / 2))
        }
        begin()
    }
}
