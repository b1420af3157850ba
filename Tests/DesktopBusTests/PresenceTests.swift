import Expectations
import Shell
import Foundation
import TestSupport
import Testing

extension BusTests {
    /// Being on a bus, and not.
    struct PresenceTests {
        @Test func `it says under which name it is there`() throws {
            try withPlayer { (bus, player) throws in
                expect(player.notices, is: [.published(name: RunningPlayer.name)])
            }
        }

        @Test func `where the name is taken, it has one of its own`() throws {
            try withPlayer { (bus, first) throws in
                let second = try RunningPlayer.published(on: bus)
                defer { second.stop() }
                let name = "\(RunningPlayer.name).instance\(getpid())"
                expect(second.notices, is: [.published(name: name)])
                let third = try RunningPlayer.published(on: bus)
                defer { third.stop() }
                expect(third.notices, is: [.unavailable(reason: "Address already in use")])
            }
        }

        @Test func `a player that ends is gone from the bus`() throws {
            let bus = try PrivateBus()
            try RunningPlayer.published(on: bus).stop()
            try expect(bus.playerctl("status"), is: "error: No players found")
        }

        @Test func `without a bus it says so once and goes on`() throws {
            let player = try RunningPlayer(at: "unix:path=/nonexistent/bus")
            defer { player.stop() }
            player.show(Radio.live())
            player.settle()
            expect(player.notices, is: [.unavailable(reason: "No such file or directory")])
        }

        @Test(arguments: ["", "nonsense", "unix:", "tcp:host=127.0.0.1,port=1"])
        func `an address that leads nowhere is said once`(address: String) throws {
            let player = try RunningPlayer(at: address)
            defer { player.stop() }
            try player.wait { !$0.isEmpty }
            player.settle()
            expect(player.notices.count, is: 1)
        }

        @Test func `the loss of the bus is survived and said once`() throws {
            let bus = try PrivateBus()
            let player = try RunningPlayer.published(on: bus)
            defer { player.stop() }
            player.show(Radio.live())
            bus.kill()
            try player.wait { $0.count > 1 }
            player.show(Radio.rewound())
            player.settle()
            expect(player.notices.count, is: 2)
            guard case .lost = player.notices.last else {
                Issue.record("\(player.notices)")
                return
            }
        }

        @Test func `a bus that never answers delays nothing`() throws {
            let path = "/tmp/bus-\(getpid())-\(UInt32.random(in: 0 ... .max))"
            defer { unlink(path) }
            // It takes the connection and says nothing.
            let silent = try RunningTool([
                "python3", "-c",
                """
                import socket
                listener = socket.socket(socket.AF_UNIX)
                listener.bind("\(path)")
                listener.listen()
                print("listening", flush=True)
                peer = listener.accept()[0]
                peer.recv(1)
                print("connected", flush=True)
                listener.accept()
                """,
            ])
            defer { silent.kill() }
            try expect(silent.line(), is: "listening")
            let player = try RunningPlayer(at: "unix:path=\(path)")
            defer { player.stop() }
            try expect(silent.line(), is: "connected")
            player.show(Radio.live())
            player.settle()
            #expect(player.notices.isEmpty)
        }

        @Test func `nothing is left open by a player that has ended`() throws {
            func openDescriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            let bus = try PrivateBus()
            // The first loop keeps some for the process.
            try RunningPlayer.published(on: bus).stop()
            let before = try openDescriptors()
            for _ in 0..<5 { try RunningPlayer.published(on: bus).stop() }
            #expect(try openDescriptors() <= before)
        }
    }
}
