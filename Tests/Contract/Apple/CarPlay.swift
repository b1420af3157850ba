// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The declarations of Apple's CarPlay that the example for cars uses, with Apple's signatures: only
// to check its types where that framework does not exist.

import Foundation
@_exported import UIKit

@MainActor open class CPTemplate: NSObject {
    public override init() {}
    public var userInfo: Any?
    public var tabTitle: String?
    public var tabImage: UIImage?
    public var showsTabBadge = false
}

@MainActor open class CPInterfaceController: NSObject {
    public weak var delegate: (any CPInterfaceControllerDelegate)?
    public var rootTemplate: CPTemplate { CPTemplate() }
    public var templates: [CPTemplate] { [] }
    public func setRootTemplate(
        _ template: CPTemplate, animated: Bool, completion: ((Bool, (any Error)?) -> Void)?
    ) {}
    public func pushTemplate(
        _ template: CPTemplate, animated: Bool, completion: ((Bool, (any Error)?) -> Void)?
    ) {}
    public func popToRootTemplate(
        animated: Bool, completion: ((Bool, (any Error)?) -> Void)?
    ) {}
    public func pop(
        to template: CPTemplate, animated: Bool, completion: ((Bool, (any Error)?) -> Void)?
    ) {}
    public func presentTemplate(
        _ template: CPTemplate, animated: Bool, completion: ((Bool, (any Error)?) -> Void)?
    ) {}
    public func dismissTemplate(
        animated: Bool, completion: ((Bool, (any Error)?) -> Void)?
    ) {}
}

@MainActor public protocol CPInterfaceControllerDelegate: NSObjectProtocol {
    func templateDidDisappear(_ template: CPTemplate, animated: Bool)
}

open class CPTabBarTemplate: CPTemplate {
    public init(templates: [CPTemplate]) {}
    public weak var delegate: (any CPTabBarTemplateDelegate)?
    public func updateTemplates(_ templates: [CPTemplate]) {}
}

@MainActor public protocol CPTabBarTemplateDelegate: NSObjectProtocol {
    func tabBarTemplate(_ bar: CPTabBarTemplate, didSelect template: CPTemplate)
}

@MainActor public protocol CPListTemplateItem: NSObjectProtocol {}

@MainActor public protocol CPSelectableListItem: CPListTemplateItem {}

open class CPListTemplate: CPTemplate {
    public init(title: String?, sections: [CPListSection]) {}
    public func updateSections(_ sections: [CPListSection]) {}
}

@MainActor open class CPListSection: NSObject {
    public init(items: [any CPListTemplateItem], header: String?, sectionIndexTitle: String?) {}
}

public enum CPListItemAccessoryType: Int, Sendable {
    case none, disclosureIndicator, cloud
}

public enum CPListItemPlayingIndicatorLocation: Int, Sendable {
    case leading, trailing
}

@MainActor open class CPListItem: NSObject, CPSelectableListItem {
    public init(text: String?, detailText: String?) {}
    public func setText(_ text: String) {}
    public func setDetailText(_ text: String?) {}
    public func setImage(_ image: UIImage?) {}
    public func setAccessoryImage(_ image: UIImage?) {}
    public var accessoryType = CPListItemAccessoryType.none
    public var isPlaying = false
    public var playingIndicatorLocation = CPListItemPlayingIndicatorLocation.leading
    public var playbackProgress: CGFloat = 0
    public var isEnabled = true
    public var handler: ((any CPSelectableListItem, @escaping () -> Void) -> Void)?
}

@MainActor open class CPListImageRowItem: NSObject, CPSelectableListItem {
    public init(text: String, images: [UIImage], imageTitles: [String]) {}
    public var text: String?
    public var imageTitles: [String] = []
    public var handler: ((any CPSelectableListItem, @escaping () -> Void) -> Void)?
    public var listImageRowHandler: ((CPListImageRowItem, Int, @escaping () -> Void) -> Void)?
    public func update(_ images: [UIImage]) {}
}

open class CPGridTemplate: CPTemplate {
    public init(title: String?, gridButtons: [CPGridButton]) {}
    public func updateGridButtons(_ buttons: [CPGridButton]) {}
}

@MainActor open class CPGridButton: NSObject {
    public init(titleVariants: [String], image: UIImage, handler: ((CPGridButton) -> Void)?) {}
    public var isEnabled = true
}

open class CPNowPlayingTemplate: CPTemplate {
    public class var shared: CPNowPlayingTemplate { CPNowPlayingTemplate() }
    public var isUpNextButtonEnabled = false
    public var upNextTitle = ""
    public var isAlbumArtistButtonEnabled = false
    public func updateNowPlayingButtons(_ buttons: [CPNowPlayingButton]) {}
    public func add(_ observer: any CPNowPlayingTemplateObserver) {}
}

@MainActor public protocol CPNowPlayingTemplateObserver: NSObjectProtocol {
    func nowPlayingTemplateUpNextButtonTapped(_ template: CPNowPlayingTemplate)
    func nowPlayingTemplateAlbumArtistButtonTapped(_ template: CPNowPlayingTemplate)
}

@MainActor open class CPNowPlayingButton: NSObject {
    public init(handler: ((CPNowPlayingButton) -> Void)?) {}
    public var isSelected = false
}

open class CPNowPlayingImageButton: CPNowPlayingButton {
    public init(image: UIImage, handler: ((CPNowPlayingButton) -> Void)?) {
        super.init(handler: handler)
    }
}

open class CPNowPlayingPlaybackRateButton: CPNowPlayingButton {}

open class CPNowPlayingRepeatButton: CPNowPlayingButton {}

open class CPNowPlayingShuffleButton: CPNowPlayingButton {}

open class CPAlertTemplate: CPTemplate {
    public init(titleVariants: [String], actions: [CPAlertAction]) {}
}

@MainActor open class CPAlertAction: NSObject {
    public enum Style: Int, Sendable {
        case `default`, cancel, destructive
    }
    public init(title: String, style: Style, handler: @escaping (CPAlertAction) -> Void) {}
}

open class CPTemplateApplicationScene: UIScene {}

@MainActor public protocol CPTemplateApplicationSceneDelegate: UISceneDelegate {
    func templateApplicationScene(
        _ scene: CPTemplateApplicationScene, didConnect controller: CPInterfaceController)
    func templateApplicationScene(
        _ scene: CPTemplateApplicationScene,
        didDisconnectInterfaceController controller: CPInterfaceController)
}
