import Glibc
import NowPlaying

/// The files of the system's time zone database (RFC 9636).
enum ZoneFile {
    /// Larger than any of them by far.
    private static let maximumSize = 64 << 10

    /// The bytes of a zone's file; `nil` where there is none.
    static func contents(ofZone name: String) -> [UInt8]? {
        let isName =
            !name.isEmpty && !name.hasPrefix("/") && !name.contains("..")
            && name.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
        guard isName else { return nil }
        let folder = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
        guard let file = fopen(folder + "/" + name, "re") else { return nil }
        defer { fclose(file) }
        return [UInt8](unsafeUninitializedCapacity: maximumSize) { buffer, count in
            count = fread(buffer.baseAddress, 1, buffer.count, file)
        }
    }
}

extension LocalZone {
    /// The zone that a file describes; `nil` where it is none of version 2 or later, which all have
    /// been since 2006.
    init?(file: [UInt8]) {
        var reader = ZoneFileReader(rest: file[...])
        guard let old = reader.header(), old.version >= UInt8(ascii: "2"),
            reader.skip(old.size(ofTimes: 4)), let header = reader.header(),
            let changes = reader.integers(header.timeCount, of: 8),
            let types = reader.integers(header.timeCount, of: 1),
            let offsets = reader.typeOffsets(header.typeCount),
            reader.skip(header.sizeBehindTypes(ofTimes: 8)),
            let first = offsets.first, types.allSatisfy({ $0 < offsets.count }),
            zip(changes, changes.dropFirst()).allSatisfy({ $0 < $1 }),
            (offsets + changes).allSatisfy({ $0.magnitude < ZoneFileReader.maximumTime })
        else { return nil }
        self.init(
            changes: changes, offsets: [first] + types.map { offsets[Int($0)] },
            rule: reader.footer().flatMap { ZoneRule($0) })
    }
}

/// Reads a time zone file from its beginning to its end.
private struct ZoneFileReader {
    struct Header {
        let version: UInt8
        let utcCount: Int
        let standardCount: Int
        let leapCount: Int
        let timeCount: Int
        let typeCount: Int
        let characterCount: Int

        func size(ofTimes size: Int) -> Int {
            timeCount * (size + 1) + typeCount * 6 + sizeBehindTypes(ofTimes: size)
        }

        func sizeBehindTypes(ofTimes size: Int) -> Int {
            characterCount + leapCount * (size + 4) + standardCount + utcCount
        }
    }

    /// The limit of times: sums with larger ones overflow. The first change of some zones, the Big
    /// Bang at −2⁵⁹, is below it.
    static let maximumTime: UInt64 = 1 << 60

    var rest: ArraySlice<UInt8>

    mutating func header() -> Header? {
        guard rest.starts(with: "TZif".utf8), let version = rest.dropFirst(4).first, skip(20),
            let counts = integers(6, of: 4)
        else { return nil }
        let numbers = counts.map { Int($0) }
        guard numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        return Header(
            version: version, utcCount: numbers[0], standardCount: numbers[1],
            leapCount: numbers[2], timeCount: numbers[3], typeCount: numbers[4],
            characterCount: numbers[5])
    }

    mutating func skip(_ count: Int) -> Bool {
        guard count <= rest.count else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    /// Numbers with their most significant byte first, in two's complement; those of a single byte
    /// are never negative.
    mutating func integers(_ count: Int, of size: Int) -> [Int64]? {
        guard count * size <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count * size) }
        return (0..<count).map { place in
            let bytes = rest.dropFirst(place * size).prefix(size)
            let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let unused = UInt64(64 - (size == 1 ? 64 : size * 8))
            return Int64(bitPattern: number << unused) >> Int64(unused)
        }
    }

    /// Of each type of local time, how many seconds it is ahead of UTC.
    mutating func typeOffsets(_ count: Int) -> [Int64]? {
        var offsets: [Int64] = []
        for _ in 0..<min(count, rest.count) {
            guard let offset = integers(1, of: 4), skip(2) else { return nil }
            offsets += offset
        }
        return offsets.count == count ? offsets : nil
    }

    /// The rule for times after the last change, between two line feeds.
    func footer() -> String? {
        guard rest.first == UInt8(ascii: "\n") else { return nil }
        let line = rest.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        return String(validating: line, as: UTF8.self)
    }
}
