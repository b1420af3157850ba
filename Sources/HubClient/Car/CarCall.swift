/// A call of CarPlay, or of the hub, that a change or a tap leads to. Rows and templates go by
/// their ids in the document.
public enum CarCall: Hashable, Sendable {
    // MARK: Templates

    /// `setRootTemplate`: the tab bar, or the only template. Everything on top is gone.
    case setRoot(CarTemplate)
    /// `CPTabBarTemplate.updateTemplates`: other tabs, or the same in another order.
    case updateTabs([CarTemplate])
    /// The title, the picture, and the badge of a tab.
    case updateTab(CarTemplate)
    /// `CPListTemplate.updateSections`: rows came, went or moved. Items of rows that stay are kept.
    case updateSections(list: String, [CarSection])
    /// `CPGridTemplate.updateGridButtons`.
    case updateGridButtons(grid: String, [CarGridButton])
    /// `CPPointOfInterestTemplate.setPointsOfInterest`.
    case updatePlaces(map: String, [CarPlace], selected: Int?)
    /// The items and the actions of `CPInformationTemplate`.
    case updateInformation(CarInformation)

    // MARK: Rows

    /// `CPListItem.setText`, or the text of a row of pictures.
    case setText(String, row: String)
    /// `CPListItem.setDetailText`.
    case setDetailText(String?, row: String)
    /// `CPListItem.setImage`.
    case setImage(CarImage, row: String)
    /// The pictures of `CPListImageRowItem`, with their titles.
    case setPictures([CarPicture], row: String)
    /// `CPListItem.isPlaying`.
    case setPlaying(Bool, row: String)
    /// `CPListItem.playingIndicatorLocation`.
    case setPlayingIndicator(isTrailing: Bool, row: String)
    /// `CPListItem.playbackProgress`.
    case setProgress(Double, row: String)
    /// `CPListItem.isEnabled`.
    case setEnabled(Bool, row: String)
    /// `CPListItem.accessoryType`; for `checkmark`, `setAccessoryImage`.
    case setAccessory(String?, row: String)
    /// The completion of a tapped row's handler, which ends its spinner.
    case finish(row: String)

    // MARK: Now playing

    /// `CPNowPlayingTemplate.updateNowPlayingButtons`.
    case updateNowPlayingButtons([CarNowPlaying.Button])
    /// `upNextTitle` and `isUpNextButtonEnabled`.
    case setUpNext(title: String, isEnabled: Bool)
    /// `isAlbumArtistButtonEnabled`.
    case setAlbumArtist(isEnabled: Bool)

    // MARK: The stack

    /// `pushTemplate` with a list.
    case push(CarTemplate)
    /// `pushTemplate` with an information template.
    case pushInformation(CarInformation)
    /// `pushTemplate` with the shared now-playing template.
    case pushNowPlaying
    /// `popToTemplate`; `nil` for `popToRootTemplate`.
    case pop(to: String?)
    /// `presentTemplate` with an alert.
    case present(CarAlert)

    // MARK: The hub

    /// The command that something tapped sends. Its answer is to be reported.
    case send(SessionAction, from: String)
}

/// A picture of a part.
public struct CarImage: Hashable, Sendable {
    /// The picture's address; `nil` where there is none.
    public var artwork: Artwork?
    /// The subject of the picture that the app ships, for where there is none or it cannot be
    /// loaded.
    public var placeholder: String?

    /// A picture with its parts.
    public init(artwork: Artwork?, placeholder: String? = nil) {
        self.artwork = artwork
        self.placeholder = placeholder
    }

    /// The subject of a part, by the beginning of its id: for a picture that cannot be loaded.
    package static func subject(of id: String) -> String {
        let subjects = [
            ("stations/", "station"), ("favourites/", "station"), ("nearby/", "station"),
            ("streams/", "stream"), ("programmes/", "programme"),
            ("rewind#programmes/", "programme"),
        ]
        return subjects.first { id.hasPrefix($0.0) }?.1 ?? "track"
    }
}

extension CarItem {
    /// The picture of the row.
    public var picture: CarImage {
        let subject = image.map { _ in CarImage.subject(of: id) }
        return CarImage(artwork: image, placeholder: placeholder ?? subject)
    }
}

extension CarPicture {
    /// The picture, which is never without a subject: CarPlay takes no part without an image.
    public var picture: CarImage {
        CarImage(artwork: image, placeholder: placeholder ?? CarImage.subject(of: id))
    }
}

extension CarGridButton {
    /// The picture of the button, which is never without a subject.
    public var picture: CarImage {
        CarImage(artwork: image, placeholder: placeholder ?? CarImage.subject(of: id))
    }
}
