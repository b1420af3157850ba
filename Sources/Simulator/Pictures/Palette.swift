/// The colours of a picture, which go well together.
struct Palette: Hashable, Sendable {
    /// The darkest colour.
    let dark: String
    /// The lightest colour.
    let light: String
    /// The colours between them, at least three, from cold or deep to warm or bright.
    let accents: [String]

    private init(_ dark: String, _ light: String, _ accents: String...) {
        (self.dark, self.light, self.accents) = (dark, light, accents)
    }

    /// The palettes among which a picture's seed chooses.
    static let all = [
        Palette("#1b1f3a", "#fff1d6", "#3d3a78", "#a04a86", "#f0736a", "#ffb56b"),
        Palette("#0f2a3d", "#f6efe0", "#17607d", "#2fa4a0", "#f2c14e", "#f2784b"),
        Palette("#22223b", "#f2e9e4", "#4a4e69", "#9a8c98", "#c9ada7", "#e8a598"),
        Palette("#132a1f", "#f4f1de", "#2d6a4f", "#81b29a", "#f2cc8f", "#e07a5f"),
        Palette("#2b0f33", "#ffe8f0", "#5b2a86", "#b5408f", "#ff6f91", "#ffc75f"),
        Palette("#0b132b", "#e6f4f1", "#1c4e80", "#3a86c8", "#6fd3c7", "#f9e79f"),
        Palette("#3b1c14", "#fdf0d5", "#7f2f1d", "#c1502e", "#e99a3c", "#f4d58d"),
        Palette("#16202a", "#f3f5f1", "#34506b", "#5f8ea0", "#b7c9b2", "#e3c567"),
        Palette("#1a1a2e", "#f8f4ff", "#3a2e72", "#6d5bd0", "#48bfe3", "#ff9ecd"),
        Palette("#102b2a", "#fef6e4", "#0f5e5c", "#3aa98b", "#f582ae", "#ffd27d"),
        Palette("#2d1b2e", "#f7ead9", "#6b2737", "#c44536", "#e8a87c", "#85a5a0"),
        Palette("#20242c", "#f5f0e6", "#3f5e5a", "#d1495b", "#edae49", "#8fb8c4"),
    ]
}
