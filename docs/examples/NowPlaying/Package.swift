// swift-tools-version: 6.2
import PackageDescription

// Elsewhere the dependency is the repository's address, such as
// `.package(url: "https://…/nphub", branch: "main")`.
let package = Package(
    name: "NowPlaying",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "nphub", path: "../../..")],
    targets: [
        .executableTarget(
            name: "NowPlayingExample",
            dependencies: [.product(name: "HubClient", package: "nphub")], path: "Sources")
    ])
