internal import CLibwebsockets

/// The protocols of a loop's virtual hosts, in the form that the library keeps pointers to: one for
/// everything, and the same under the names of the subprotocols that servers agree to. All hosts
/// share it, because the library may take a request from one host to another.
final class ProtocolTable {
    /// The one for everything.
    let name: UnsafePointer<CChar>?
    /// The table, with the empty entry that ends it.
    let entries: UnsafeMutablePointer<lws_protocols>

    private let names: [UnsafeMutablePointer<CChar>?]

    /// - Parameter template: What all of them are but for their names.
    init(subprotocols: [String], template: lws_protocols) {
        names = (["carried"] + subprotocols).map { strdup($0) }
        name = UnsafePointer(names[0])
        entries = UnsafeMutablePointer.allocate(capacity: names.count + 1)
        for (place, name) in names.enumerated() {
            var entry = template
            entry.name = UnsafePointer(name)
            (entries + place).initialize(to: entry)
        }
        (entries + names.count).initialize(to: lws_protocols())
    }

    deinit {
        for name in names { free(name) }
        entries.deallocate()
    }
}
