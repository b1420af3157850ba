import Support

/// JSON Merge Patch (RFC 7396): the changes from one object to another, as an object.
///
/// A patch marks a removed member with `null`, so it cannot set a member to `null`: a member that
/// is `null` counts as absent.
public enum MergePatch {
    /// Writes the smallest patch that makes `target` of `source`; `{}` if they are equal.
    ///
    /// The members of `target` come first, in its order, then those that only `source` has, in
    /// its order. Arrays are replaced whole.
    ///
    /// - Precondition: `target` is an object. A `source` that is none counts as an empty one, as in
    ///   the RFC.
    /// - Returns: True if the patch changes anything.
    @discardableResult
    public static func write(
        from source: JSONValue, to target: JSONValue, into writer: inout JSONWriter
    ) -> Bool {
        invariant(target.isObject, "a patch that is not an object replaces the document")
        writer.beginObject()
        let start = writer.bytes.count
        for member in target.members where target.holdsFirst(member) {
            writeChange(of: member, since: source, into: &writer)
        }
        for member in source.members where source.holdsFirst(member) {
            writeRemoval(of: member, from: target, into: &writer)
        }
        let isChange = writer.bytes.count > start
        writer.endObject()
        return isChange
    }

    private static func writeChange(
        of member: JSONMember, since source: JSONValue, into writer: inout JSONWriter
    ) {
        let (name, value) = (member.nameValue, member.value)
        let old = source.member(named: name)
        if value.isNull || old?.isIdentical(to: value) == true { return }
        guard let old, old.isObject, value.isObject else {
            writer.key(name)
            return writer.value(value)
        }
        let mark = writer.mark
        writer.key(name)
        // The same members in another order: no change.
        if !write(from: old, to: value, into: &writer) { writer.goBack(to: mark) }
    }

    private static func writeRemoval(
        of member: JSONMember, from target: JSONValue, into writer: inout JSONWriter
    ) {
        let left = target.member(named: member.nameValue)
        guard !member.value.isNull, left?.isNull != false else { return }
        writer.key(member.nameValue)
        writer.null()
    }
}

extension JSONValue {
    fileprivate func member(named name: JSONValue) -> JSONValue? {
        name.utf8.flatMap { member(named: $0) }
    }

    /// True if a look-up of its name finds this member, not an earlier one of that name.
    fileprivate func holdsFirst(_ member: JSONMember) -> Bool {
        self.member(named: member.nameValue)?.index == member.value.index
    }
}
