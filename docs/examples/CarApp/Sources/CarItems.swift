#if canImport(CarPlay)
    import CarPlay
    import Foundation
    import HubClient

    /// The items of rows, by the rows' ids: one that stays is the same object.
    @MainActor
    final class CarItems {
        private let pictures: CarPictures
        private let tapped: (String) -> Void
        private var items: [String: CPListItem] = [:]
        private var imageRows: [String: CPListImageRowItem] = [:]
        private var completions: [String: () -> Void] = [:]

        init(_ pictures: CarPictures, tapped: @escaping (String) -> Void) {
            self.pictures = pictures
            self.tapped = tapped
        }

        /// The sections of a list, with the items that are known.
        func sections(_ sections: [CarSection]) -> [CPListSection] {
            sections.map { section in
                CPListSection(
                    items: section.items.map(item), header: section.header,
                    sectionIndexTitle: nil)
            }
        }

        /// Carries a call out that changes a row.
        func apply(_ call: CarCall) {
            switch call {
            case .setText(let text, let row):
                items[row]?.setText(text)
                imageRows[row]?.text = text
            case .setDetailText(let text, let row): items[row]?.setDetailText(text)
            case .setImage(let image, let row): show(image, on: row)
            case .setPictures(let elements, let row): show(elements, on: row)
            case .setPlaying(let isPlaying, let row): items[row]?.isPlaying = isPlaying
            case .setPlayingIndicator(let isTrailing, let row):
                items[row]?.playingIndicatorLocation = isTrailing ? .trailing : .leading
            case .setProgress(let progress, let row): items[row]?.playbackProgress = progress
            case .setEnabled(let isEnabled, let row): items[row]?.isEnabled = isEnabled
            case .setAccessory(let accessory, let row): show(accessory: accessory, on: row)
            case .finish(let row): completions.removeValue(forKey: row)?()
            default: break
            }
        }

        /// Forgets the items of rows that are not shown any more.
        func keep(_ rows: Set<String>) {
            items = items.filter { rows.contains($0.key) }
            imageRows = imageRows.filter { rows.contains($0.key) }
        }

        private func item(_ row: CarItem) -> any CPListTemplateItem {
            if let elements = row.elements { return imageRow(row, elements) }
            if let item = items[row.id] { return item }
            let item = CPListItem(text: row.text, detailText: row.detailText)
            items[row.id] = item
            item.isPlaying = row.shownPlaying
            item.playingIndicatorLocation = row.isMarkTrailing ? .trailing : .leading
            item.playbackProgress = row.shownProgress
            item.isEnabled = row.shownEnabled
            show(row.picture, on: row.id)
            show(accessory: row.accessory, on: row.id)
            item.handler = { [weak self] _, completion in self?.tap(row.id, completion) }
            return item
        }

        private func imageRow(_ row: CarItem, _ elements: [CarPicture]) -> CPListImageRowItem {
            if let item = imageRows[row.id] { return item }
            let item = CPListImageRowItem(text: row.text, images: [], imageTitles: [])
            imageRows[row.id] = item
            item.handler = { [weak self] _, completion in self?.tap(row.id, completion) }
            show(elements, on: row.id)
            return item
        }

        /// The spinner turns until the completion is called.
        private func tap(_ id: String, _ completion: @escaping () -> Void) {
            completions[id] = completion
            tapped(id)
        }

        private func show(_ picture: CarImage, on row: String) {
            items[row]?.setImage(pictures.present(picture))
            pictures.load(picture) { [weak self] in self?.items[row]?.setImage($0) }
        }

        private func show(accessory: String?, on row: String) {
            let isMark = accessory == "checkmark"
            items[row]?.setAccessoryImage(isMark ? pictures.shipped("checkmark") : nil)
            if isMark { return }
            items[row]?.accessoryType =
                switch accessory {
                case "disclosureIndicator": .disclosureIndicator
                case "cloud": .cloud
                default: .none
                }
        }

        private func show(_ elements: [CarPicture], on row: String) {
            guard let item = imageRows[row] else { return }
            item.imageTitles = elements.map(\.title)
            item.listImageRowHandler = { [weak self] _, index, completion in
                self?.tap(elements[index].id, completion)
            }
            for element in elements {
                pictures.load(element.picture) { [weak self] _ in self?.draw(elements, on: row) }
            }
            draw(elements, on: row)
        }

        private func draw(_ elements: [CarPicture], on row: String) {
            imageRows[row]?.update(elements.map { pictures.present($0.picture) ?? UIImage() })
        }
    }
#endif
