import Expectations
import NowPlaying
import Testing

@testable import Shell

struct NotificationMachineTests {
    @Test func `a service that is ready says so, with its status`() {
        var machine = NotificationMachine()
        expect(machine.started("1 station live").text, is: "READY=1\nSTATUS=1 station live")
    }

    @Test func `a status is told once, and again when it has changed`() {
        var machine = NotificationMachine()
        _ = machine.started("1 station connecting")
        expect(machine.checked("1 station connecting"), is: nil)
        expect(machine.checked("1 station live")?.text, is: "STATUS=1 station live")
        expect(machine.checked("1 station live"), is: nil)
    }

    @Test func `a status that was lost on the way is told again`() {
        var machine = NotificationMachine()
        _ = machine.started("1 station live")
        machine.notificationLost()
        expect(machine.checked("1 station live")?.text, is: "STATUS=1 station live")
    }

    @Test(arguments: [(30_000, 5_000), (9_000, 3_000), (1_000, 333), (1, 1)])
    func `a watchdog is fed three times in its time, and every 5 s at least`(
        watchdog: Int64, interval: Int64
    ) {
        var machine = NotificationMachine(watchdog: .milliseconds(watchdog))
        expect(machine.interval, is: .milliseconds(interval))
        _ = machine.started("ready")
        expect(machine.checked("ready")?.text, is: "WATCHDOG=1")
        expect(machine.checked("busy")?.text, is: "WATCHDOG=1\nSTATUS=busy")
    }

    @Test func `without a watchdog none is fed`() {
        var machine = NotificationMachine()
        expect(machine.interval, is: .seconds(5))
        _ = machine.started("ready")
        expect(machine.checked("busy")?.text, is: "STATUS=busy")
    }

    @Test func `a reload begins with its time and ends with readiness`() {
        var machine = NotificationMachine(watchdog: .seconds(3))
        _ = machine.started("ready")
        expect(machine.reloadBegan(atMicroseconds: 12)?.text, is: "RELOADING=1\nMONOTONIC_USEC=12")
        expect(machine.checked("ready")?.text, is: "WATCHDOG=1")
        expect(machine.reloadEnded(complaint: nil, "ready")?.text, is: "READY=1")
    }

    @Test func `every request to reload is answered with a newer time`() {
        var machine = NotificationMachine()
        _ = machine.started("ready")
        _ = machine.reloadBegan(atMicroseconds: 12)
        expect(machine.reloadBegan(atMicroseconds: 15)?.text, is: "RELOADING=1\nMONOTONIC_USEC=15")
        expect(machine.reloadEnded(complaint: nil, "ready")?.text, is: "READY=1")
        expect(machine.reloadEnded(complaint: nil, "ready"), is: nil)
    }

    @Test func `a config with mistakes stays in the status until one is taken`() {
        var machine = NotificationMachine()
        _ = machine.started("ready")
        _ = machine.reloadBegan(atMicroseconds: 1)
        let refused = machine.reloadEnded(complaint: "config not reloaded", "ready")
        expect(refused?.text, is: "READY=1\nSTATUS=ready; config not reloaded")
        expect(machine.checked("busy")?.text, is: "STATUS=busy; config not reloaded")
        _ = machine.reloadBegan(atMicroseconds: 2)
        let taken = machine.reloadEnded(complaint: nil, "busy")
        expect(taken?.text, is: "READY=1\nSTATUS=busy")
    }

    @Test func `a service that is not ready neither reloads nor feeds a watchdog`() {
        var machine = NotificationMachine(watchdog: .seconds(3))
        expect(machine.checked("starting"), is: nil)
        expect(machine.reloadBegan(atMicroseconds: 1), is: nil)
        expect(machine.reloadEnded(complaint: nil, "starting"), is: nil)
    }

    @Test func `a service that ends says so once, and nothing after`() {
        var machine = NotificationMachine(watchdog: .seconds(3))
        _ = machine.started("ready")
        expect(machine.stopped()?.text, is: "STOPPING=1\nSTATUS=ending")
        expect(machine.stopped(), is: nil)
        expect(machine.checked("ready"), is: nil)
        expect(machine.reloadBegan(atMicroseconds: 1), is: nil)
        expect(machine.reloadEnded(complaint: nil, "ready"), is: nil)
    }

    @Test func `a status stays one line`() {
        var machine = NotificationMachine()
        let text = machine.started("one\nREADY=1").text
        expect(text.split(separator: "\n").count, is: 2)
    }
}
