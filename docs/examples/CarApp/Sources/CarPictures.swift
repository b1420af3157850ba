#if canImport(CarPlay)
    import Foundation
    import HubClient
    import UIKit

    /// The pictures of documents: those that the app ships at once, the others once they came.
    @MainActor
    final class CarPictures {
        private var loaded: [Artwork: UIImage] = [:]

        /// The picture that can be shown at once. The app ships `station`, `stream`, `track`,
        /// `programme`, `hour` and `list`, and `checkmark` and the buttons' symbols of 20 points.
        func present(_ picture: CarImage) -> UIImage? {
            picture.artwork.flatMap { loaded[$0] } ?? picture.placeholder.flatMap(shipped)
        }

        /// A picture of this name that the app ships.
        func shipped(_ name: String) -> UIImage? { UIImage(named: name) }

        /// Has a picture shown now, and again once it has been loaded.
        func load(_ picture: CarImage, _ show: @escaping @MainActor (UIImage) -> Void) {
            if let present = present(picture) { show(present) }
            guard let artwork = picture.artwork, loaded[artwork] == nil else { return }
            Task {
                guard let image = await Self.image(of: artwork) else { return }
                loaded[artwork] = image
                show(image)
            }
        }

        /// A picture that follows the style of its surroundings, where there is one for each.
        private static func image(of artwork: Artwork) async -> UIImage? {
            guard let image = await image(at: artwork.url) else { return nil }
            guard let url = artwork.light ?? artwork.dark, let other = await self.image(at: url)
            else { return image }
            let (light, dark) = artwork.light == nil ? (image, other) : (other, image)
            let asset = UIImageAsset()
            asset.register(light, with: UITraitCollection(userInterfaceStyle: .light))
            asset.register(dark, with: UITraitCollection(userInterfaceStyle: .dark))
            return asset.image(with: .current)
        }

        private static func image(at address: String) async -> UIImage? {
            guard let url = URL(string: address),
                let (data, _) = try? await URLSession.shared.data(from: url)
            else { return nil }
            return UIImage(data: data)
        }
    }
#endif
