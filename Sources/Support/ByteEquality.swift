internal import Glibc

extension ArraySlice<UInt8> {
    /// True if both hold the same bytes. `==` looks at each alone: for texts of many kilobytes that
    /// is most of what comparing them costs.
    public func hasBytes(of other: ArraySlice<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBytes { bytes in
            other.withUnsafeBytes { others in
                guard let start = bytes.baseAddress, let other = others.baseAddress else {
                    return true
                }
                return memcmp(start, other, bytes.count) == 0
            }
        }
    }
}
