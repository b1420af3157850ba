public import Views

extension View {
    /// It shows a session, not stations.
    public var isOfSession: Bool { self == .lockScreen || self == .carPlay }
}
