// Prints a line for each change of what stations play: `swiftc NowPlaying.swift`, then
// `./NowPlaying [SOCKET]`.

import Foundation

/// What is read of a message: an answer, a refusal or a notification.
struct Message: Decodable {
    struct Answer: Decodable { let epoch: String, recovered: Bool? }
    struct Refusal: Decodable { let message: String }
    struct Told: Decodable { let resume: Int, record: Record? }
    struct Record: Decodable { let station: String, revision: Int, line: String? }

    let result: Answer?, error: Refusal?, params: Told?
}

/// Connects to the hub's socket; `nil` where no hub listens.
func connect(to path: String) -> Int32? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let outcome = withUnsafeBytes(of: &address) {
        connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, UInt32($0.count))
    }
    if outcome == 0 { return descriptor }
    close(descriptor)
    return nil
}

/// Where the hub listens: the command line, the environment, or what the hub itself chooses.
func socketPath() -> String {
    let environment = ProcessInfo.processInfo.environment
    let folder = environment["XDG_RUNTIME_DIR"] ?? "/tmp/nphub-\(getuid())"
    let named = CommandLine.arguments.dropFirst().first ?? environment["NPHUB_SOCKET"]
    let path = named ?? folder + "/nphub.sock"
    let machine = "/run/nphub/nphub.sock"  // A hub that is a service of the machine.
    return access(path, F_OK) != 0 && access(machine, F_OK) == 0 ? machine : path
}

/// Tells the user something beside what is printed.
func warn(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
}

let path = socketPath()
var isWaiting = false
var (epoch, resume) = ("", 0)
// The revisions that were printed last: after an interruption a record may come twice.
var seen: [String: Int] = [:]
var (text, capacity) = (nil as UnsafeMutablePointer<CChar>?, 0)

while true {
    defer { usleep(500_000) }
    guard let descriptor = connect(to: path) else {
        if !isWaiting { warn("no hub listens at \(path); waiting for one") }
        isWaiting = true
        continue
    }
    isWaiting = false
    let hub = fdopen(descriptor, "r")
    defer { fclose(hub) }
    let request = """
        {"jsonrpc":"2.0","id":1,"method":"subscribe","params":\
        {"view":"line","since":{"epoch":"\(epoch)","revision":\(resume)}}}\n
        """
    send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL))
    while case let count = getline(&text, &capacity, hub), count > 0, let text {
        let line = Data(bytes: text, count: count)
        guard let message = try? JSONDecoder().decode(Message.self, from: line) else { break }
        if let error = message.error {
            warn(error.message)
            exit(1)
        }
        if let answer = message.result, answer.recovered != true {
            // Another life of the hub: what was told in the last one is void.
            (epoch, resume, seen) = (answer.epoch, 0, [:])
        }
        resume = message.params?.resume ?? resume
        guard let record = message.params?.record, seen[record.station] != record.revision
        else { continue }
        seen[record.station] = record.revision
        let words = "\(record.station): \(record.line ?? "is gone")\n"
        FileHandle.standardOutput.write(Data(words.utf8))
    }
}
