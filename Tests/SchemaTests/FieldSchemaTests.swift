import Expectations
import NowPlaying
import Testing

/// The fields of tracks, as schemas and pages list them.
struct FieldSchemaTests {
    private static let names = Set(TrackField.all.map(\.name))
    private static let texts: Set = ["title", "artist"]

    @Test func `the state of a station has every field`() throws {
        let schema = try Schema("now-playing")
        expect(schema.members("$defs/track"), is: Self.names.union(Self.texts).union(["id"]))
        expect(
            schema.members("$defs/next"),
            is: Set(TrackField.upcoming.map(\.name)).union(Self.texts)
                .union(["startsAt", "duration"]))
        expect(
            schema.members("$defs/playedTrack"),
            is: Set(TrackField.played.map(\.name)).union(Self.texts)
                .union(["startedAt", "duration"]))
    }

    @Test func `a report has every field`() throws {
        let members = try Schema("report").members("properties/track")
        let others: Set = ["id", "text", "startedAt", "endsAt", "elapsed", "asOf", "duration"]
        expect(members, is: Self.names.union(Self.texts).union(others))
    }

    @Test func `a mapping and its page have every field`() throws {
        let fields = Set(TrackField.all.map(\.shortName)).union(Self.texts)
        let others: Set = [
            "text", "key", "start", "end", "endOrStart", "elapsed", "remaining", "duration",
        ]
        let mapped = try Schema("mapping").members("$defs/trackFields")
        expect(mapped, is: fields.union(others).union(["when", "whole"]))
        let page = try Page("docs/json-feeds.md")
        let row = page.table("section | fields").first { $0[0].codes == ["track", "next"] }
        expect(Set(row?[1].codes ?? []), is: fields.union(others))
    }

    @Test func `an entry of the history and its page have every field`() throws {
        let others: Set = ["station", "id", "startedAt", "notedAt", "duration"]
        try expect(
            Schema("history-entry").members(""),
            is: Self.names.union(Self.texts).union(others).union(["programme"]))
        let page = try Page("docs/history.md")
        let row = page.table("table |").first { $0[0].codes == ["element"] }
        let columns = row.map { $0[1].codes + $0[2].codes } ?? []
        expect(
            Set(columns),
            is: Self.names.union(Self.texts).union(others)
                .union(["artworkWidth", "artworkHeight"]))
    }
}
