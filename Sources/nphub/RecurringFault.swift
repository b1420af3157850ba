import Loop
import NowPlaying
import Simulator

/// Something that goes wrong on a farm again and again.
final class RecurringFault {
    private let fault: Fault
    private let pause: Interval
    private let farm: StationFarm
    private var strike: LoopTimer?
    private var recovery: LoopTimer?

    /// A fault that does not strike before `begin`.
    init(_ fault: Fault, every pause: Interval, in farm: StationFarm, on loop: EventLoop) {
        self.fault = fault
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
