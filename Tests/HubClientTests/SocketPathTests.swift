import Expectations
import HubClient
import Testing

struct SocketPathTests {
    @Test(
        arguments: [
            (["XDG_RUNTIME_DIR": "/run/user/7", "RUNTIME_DIRECTORY": "/run/hub"], "/run/user/7"),
            (["XDG_RUNTIME_DIR": "", "RUNTIME_DIRECTORY": "/run/hub"], "/run/hub"),
            (["XDG_RUNTIME_DIR": "relative", "RUNTIME_DIRECTORY": "/run/hub:/run/b"], "/run/hub"),
            ([:], "/tmp/nphub-7"),
        ] as [([String: String], String)])
    func `the place follows from the environment`(
        environment: [String: String], folder: String
    ) throws {
        let place = try SocketPath(explicit: nil, environment: environment, userID: 7)
        expect(place.path, is: folder + "/nphub.sock")
        expect(place.privateFolder, is: folder == "/tmp/nphub-7" ? folder : nil)
    }

    @Test func `NPHUB_SOCKET names the socket itself, before any folder`() throws {
        let environment = ["NPHUB_SOCKET": "/srv/radio.sock", "XDG_RUNTIME_DIR": "/run/user/7"]
        let place = try SocketPath(explicit: nil, environment: environment, userID: 7)
        expect(place.path, is: "/srv/radio.sock")
        expect(place.privateFolder, is: nil)
        let asked = try SocketPath(explicit: "a.sock", environment: environment, userID: 7)
        expect(asked.path, is: "a.sock")
        let empty = try SocketPath(explicit: nil, environment: ["NPHUB_SOCKET": ""], userID: 7)
        expect(empty.path, is: "/tmp/nphub-7/nphub.sock")
    }

    @Test func `a demonstration's paths are in the same folder, as far as they fit`() throws {
        let place = try SocketPath(explicit: "/srv/radio.sock")
        expect(place.pathsOfDemonstrations.first, is: "/srv/nphub-demo.sock")
        expect(place.pathsOfDemonstrations.count, is: 4)
        let bare = try SocketPath(explicit: "radio.sock")
        expect(bare.pathsOfDemonstrations.first, is: "nphub-demo.sock")
        let long = "/" + String(repeating: "x", count: SocketPath.lengthMax - 3) + "/y"
        try expect(SocketPath(explicit: long).pathsOfDemonstrations, is: [])
    }

    @Test func `a client goes to the machine's service where the user has no hub`() throws {
        let socket = FileStatus(kind: .other, owner: 0, mode: 0o660)
        let both = PaperFiles(statuses: [
            "/run/user/7/nphub.sock": socket, "/run/nphub/nphub.sock": socket,
        ])
        let machine = PaperFiles(statuses: ["/run/nphub/nphub.sock": socket])
        let own = try SocketPath(
            explicit: nil, environment: ["XDG_RUNTIME_DIR": "/run/user/7"], userID: 7)
        expect(own.forClient(in: both), is: own)
        expect(own.forClient(in: machine).path, is: "/run/nphub/nphub.sock")
        expect(own.forClient(in: PaperFiles()), is: own)
        let named = try SocketPath(explicit: "/srv/radio.sock", environment: [:], userID: 7)
        expect(named.forClient(in: machine), is: named)
    }

    @Test func `what is asked for goes before the environment`() throws {
        let place = try SocketPath(
            explicit: "hub.sock", environment: ["XDG_RUNTIME_DIR": "/run"], userID: 7)
        expect(place.path, is: "hub.sock")
        expect(place.privateFolder, is: nil)
    }

    @Test func `107 bytes are a path, 108 are too many`() throws {
        let longest = "/" + String(repeating: "a", count: 106)
        try expect(SocketPath(explicit: longest, environment: [:], userID: 7).path, is: longest)
        let error = #expect(throws: SocketPathError.tooLong(path: longest + "a")) {
            try SocketPath(explicit: longest + "a", environment: [:], userID: 7)
        }
        expect(
            error?.description,
            is: """
                the socket's path \(longest)a has 108 bytes; \
                the system allows 107: choose a shorter one
                """)
    }

    @Test(arguments: ["", "a\0b"])
    func `a path that no file can have is refused`(path: String) {
        #expect(throws: SocketPathError.invalid(path: path)) {
            try SocketPath(explicit: path, environment: [:], userID: 7)
        }
    }

    @Test func `the hub makes its folder, a client does not`() throws {
        let files = PaperFiles()
        let place = try SocketPath(explicit: nil, environment: [:], userID: 7)
        #expect(throws: SocketPathError.folderMissing(path: "/tmp/nphub-7", reason: "not there")) {
            try place.verifyFolder(in: files)
        }
        try place.makeFolder(in: files)
        expect(files.made, is: ["/tmp/nphub-7"])
        try place.verifyFolder(in: files)
        try place.makeFolder(in: files)
    }

    @Test func `a place that others vouch for is left alone`() throws {
        let files = PaperFiles()
        let place = try SocketPath(explicit: "/run/hub.sock", environment: [:], userID: 7)
        try place.makeFolder(in: files)
        try place.verifyFolder(in: files)
        #expect(files.made.isEmpty)
    }

    @Test(arguments: [
        (
            FileStatus(kind: .link, owner: 7, mode: 0o777),
            "/tmp/nphub-7 is a symbolic link, but the socket's folder must be a real one; remove it"
        ),
        (
            FileStatus(kind: .other, owner: 7, mode: 0o700),
            "/tmp/nphub-7 is not a folder, but the socket's folder must be a real one; remove it"
        ),
        (
            FileStatus(kind: .folder, owner: 8, mode: 0o700),
            "the socket's folder /tmp/nphub-7 belongs to user 8, who could pose as the hub; "
                + "choose another path for the socket"
        ),
        (
            FileStatus(kind: .folder, owner: 7, mode: 0o755),
            "the socket's folder /tmp/nphub-7 has mode 0755; "
                + "run `chmod 700 /tmp/nphub-7` to keep others out"
        ),
    ]) func `a folder that is not the user's alone is refused`(
        status: FileStatus, message: String
    ) throws {
        let place = try SocketPath(explicit: nil, environment: [:], userID: 7)
        let files = PaperFiles(statuses: ["/tmp/nphub-7": status])
        let refused = #expect(throws: SocketPathError.self) { try place.makeFolder(in: files) }
        expect(refused?.description, is: message)
        let distrusted = #expect(throws: SocketPathError.self) {
            try place.verifyFolder(in: files)
        }
        expect(distrusted, is: refused)
        #expect(files.made.isEmpty)
    }

    @Test func `a refusal to make the folder is told`() throws {
        let files = PaperFiles(refusal: FileSystemError(reason: "Read-only file system"))
        let place = try SocketPath(explicit: nil, environment: [:], userID: 7)
        let error = #expect(throws: SocketPathError.self) { try place.makeFolder(in: files) }
        expect(
            error?.description,
            is: "the socket's folder /tmp/nphub-7 cannot be made: Read-only file system")
    }
}

/// User 7's view of a file system in which there is only what it is given.
private final class PaperFiles: SocketFileSystem {
    let userID: UInt32 = 7
    private(set) var made: [String] = []
    private var statuses: [String: FileStatus]
    private let refusal: FileSystemError?

    init(statuses: [String: FileStatus] = [:], refusal: FileSystemError? = nil) {
        self.statuses = statuses
        self.refusal = refusal
    }

    func makeFolder(_ path: String, mode: UInt32) throws(FileSystemError) {
        if let refusal { throw refusal }
        guard statuses[path] == nil else { return }
        made.append(path)
        statuses[path] = FileStatus(kind: .folder, owner: userID, mode: mode)
    }

    func status(of path: String) throws(FileSystemError) -> FileStatus {
        guard let status = statuses[path] else { throw FileSystemError(reason: "not there") }
        return status
    }
}
