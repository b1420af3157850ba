// swift-tools-version: 6.2
import PackageDescription

// Add its sources to an app's target for CarPlay. Elsewhere the dependency is the repository's
// address, such as `.package(url: "https://…/nphub", branch: "main")`.
let package = Package(
    name: "CarApp",
    platforms: [.iOS(.v18)],
    dependencies: [.package(name: "nphub", path: "../../..")],
    targets: [
        .target(
            name: "CarApp",
            dependencies: [
                .product(name: "HubClient", package: "nphub"),
                .product(name: "HubClientURLSession", package: "nphub"),
            ], path: "Sources")
    ])
