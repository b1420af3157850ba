import HubClient

extension HubStatus.Program {
    /// Memory, descriptors and the loop in a line.
    var text: String {
        let milliseconds = Int((longestTurn * 1_000).rounded(.up))
        return
            "memory \(HubStatus.size(memory)), "
            + "\(descriptors) of \(descriptorLimit) descriptors, "
            + "longest turn of the loop \(milliseconds) ms"
    }
}
