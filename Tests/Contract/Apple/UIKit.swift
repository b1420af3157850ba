// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The declarations of Apple's UIKit that the example for cars uses, with Apple's signatures: only
// to check its types where that framework does not exist.

import Foundation
// On Apple's systems this is a part of Foundation.
@_exported import FoundationNetworking

open class UIImage: NSObject, @unchecked Sendable {
    public override init() {}
    public init?(named name: String) {}
    public init?(systemName name: String) {}
    public init?(data: Data) {}
    public var size: CGSize { .zero }
}

public enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified, light, dark
}

open class UITraitCollection: NSObject, @unchecked Sendable {
    public class var current: UITraitCollection { UITraitCollection() }
    public override init() {}
    public init(userInterfaceStyle: UIUserInterfaceStyle) {}
}

open class UIImageAsset: NSObject, @unchecked Sendable {
    public override init() {}
    public func register(_ image: UIImage, with traits: UITraitCollection) {}
    public func image(with traits: UITraitCollection) -> UIImage { UIImage() }
}

@MainActor open class UIResponder: NSObject {
    public override init() {}
}

@MainActor open class UIScene: UIResponder {}

@MainActor public protocol UISceneDelegate: NSObjectProtocol {}
