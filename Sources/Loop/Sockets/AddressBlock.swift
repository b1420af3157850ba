internal import Glibc

/// The addresses that belong together, of one machine or household: an IPv4 address, or the 64 bits
/// that all addresses of an IPv6 network have in common. A client has as many addresses of these as
/// it wants.
public struct AddressBlock: Hashable, Sendable {
    /// Four bytes, or eight.
    public let bytes: [UInt8]

    /// The block of an address; `nil` for a Unix socket.
    public init?(_ address: SocketAddress) {
        guard let native = try? NativeAddress(address), native.family != AF_UNIX else { return nil }
        let bytes = native.hostBytes
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
        if bytes.starts(with: mapped), bytes.count == 16 {
            self.bytes = Array(bytes.dropFirst(mapped.count))
        } else {
            self.bytes = Array(bytes.prefix(8))
        }
    }

    /// The block of an address without port, as proxies tell it: the last one of a list.
    public init?(forwarded header: String) {
        guard let last = header.split(separator: ",").last else { return nil }
        let text = last.filter { !$0.isWhitespace && $0 != "[" && $0 != "]" && $0 != "\"" }
        guard text.utf8.count <= 45, let address = SocketAddress(numericHost: text, port: 0) else {
            return nil
        }
        self.init(address)
    }
}

extension NativeAddress {
    /// The bytes of an IPv4 or IPv6 address, in the network's order.
    fileprivate var hostBytes: [UInt8] {
        withPointer { address, _ in
            let start = UnsafeRawPointer(address)
            switch family {
            case AF_INET:
                let native = start.loadUnaligned(as: sockaddr_in.self)
                return withUnsafeBytes(of: native.sin_addr) { Array($0) }
            case AF_INET6:
                let native = start.loadUnaligned(as: sockaddr_in6.self)
                return withUnsafeBytes(of: native.sin6_addr) { Array($0) }
            default: return []
            }
        }
    }
}
