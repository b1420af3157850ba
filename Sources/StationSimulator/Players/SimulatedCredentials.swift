/// What clients of the simulated servers say to be let in.
enum SimulatedCredentials {
    /// The one token that is right.
    static let token = "simulated"
}
