import JSON
import NowPlaying

/// The current element of a list: the one that began last and has not ended.
struct CurrentElement: Hashable, Sendable {
    private let conditions: [Condition]
    private let start: Field<TimeFormat>
    private let end: Field<TimeFormat>?

    /// `{ start: /start, end: /end, when: { /type: song } }`.
    init?(_ value: SettingValue) {
        guard let section = value.section(["when", "start", "end"]),
            let start = section.required("start", example: "/start").flatMap({
                Field<TimeFormat>($0)
            })
        else { return nil }
        conditions = section["when"]?.conditions() ?? []
        self.start = start
        end = section["end"].flatMap { Field($0) }
    }

    /// The current element at a moment; `nil` if there is none.
    func element(of rows: [MappedValue], at now: Timestamp) -> MappedValue? {
        var current: (start: Timestamp, row: MappedValue)?
        for row in rows where conditions.hold(for: row) {
            guard let start = start.select(in: row).known, start <= now,
                end(of: row).map({ now < $0 }) ?? true, current.map({ $0.start <= start }) ?? true
            else { continue }
            current = (start, row)
        }
        return current?.row
    }

    /// The next time at which another element may be the current one.
    func change(of rows: [MappedValue], after now: Timestamp) -> Timestamp? {
        rows.flatMap { [start.select(in: $0).known, end(of: $0)] }
            .compactMap(\.self).filter { $0 > now }.min()
    }

    private func end(of row: MappedValue) -> Timestamp? { end?.select(in: row).known }
}
