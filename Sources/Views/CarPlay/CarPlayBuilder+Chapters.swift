import NowPlaying

/// Lists of past programmes and hours, and of what was played in each.
extension CarPlayBuilder {
    /// A list for each page of chapters.
    func chapterLists(_ chapters: Chapters) -> [ListTemplate] {
        chapters.pages.indices.map { page in
            let id = TemplateID.programmes(page: page)
            let rows = chapters.pages[page].map { chapter in
                ListTemplate.Row.item(row(of: chapter))
            }
            var list = makeList(
                id, title: title(of: chapters),
                [ListTemplate.Section(id: id + "#rows", rows: rows)], none: .nothingToRewind,
                detail: .nothingToRewindDetail)
            list.leftOut = page == chapters.pages.count - 1 ? chapters.leftOut : 0
            return list
        }
    }

    private func title(of chapters: Chapters) -> Phrase {
        chapters.hasProgrammes ? .programmes : .hours
    }

    private func row(of chapter: Chapters.Chapter) -> ListItem {
        var row = ListItem(
            id: TemplateID.programmes + "/" + chapter.id,
            text: chapter.title.shortened(to: Self.textMax),
            detailText: chapter.detail.shortened(to: Self.textMax))
        row.show(picture(of: chapter), else: chapter.subject)
        if limits.templateDepth >= 5 {
            row.push = TemplateID.programme(chapter.id)
            row.accessory = .disclosureIndicator
        } else {
            row.action = .seekToElement(chapter.beginning)
            show(scene.session.requests, on: &row)
        }
        return row
    }

    /// Chapters as pictures; the title opens the first list of them. None in a car that takes no
    /// pictures.
    func chapterRows(_ chapters: Chapters, in list: String) -> [ListTemplate.Row] {
        imagesMax > 0 ? [.imageRow(chapterRow(chapters, in: list))] : []
    }

    private func chapterRow(_ chapters: Chapters, in list: String) -> ListImageRowItem {
        let id = list + "#programmes"
        let elements = chapters.all.prefix(imagesMax).map { chapter in
            var element = ListImageRowItem.Element(
                id: id + "/" + chapter.id, title: chapter.title.shortened(to: Self.textMax))
            element.show(picture(of: chapter), else: chapter.subject)
            if limits.templateDepth >= 4 {
                element.push = TemplateID.programme(chapter.id)
            } else {
                element.action = .seekToElement(chapter.beginning)
            }
            return element
        }
        var row = ListImageRowItem(id: id + "/row", elements: elements)
        row.text = locale[title(of: chapters)]
        row.push = limits.templateDepth >= 4 ? TemplateID.programmes : nil
        row.leftOut = chapters.all.count + chapters.leftOut - elements.count
        return row
    }

    var imagesMax: Int { min(limits.rowImages, shares.list) }

    /// The rows that open the other pages; the first one, too, where no pictures do.
    func pageRows(_ chapters: Chapters, in list: String) -> [ListTemplate.Row] {
        guard limits.templateDepth >= 4 else { return [] }
        return chapters.pages.indices.dropFirst(min(imagesMax, 1)).map { page in
            let newer = page == 0 ? chapters.pages[0].first : chapters.pages[page - 1].last
            let ends = [chapters.pages[page].last, newer]
            let times = ends.compactMap { $0?.start.clock(aheadBy: offset) }
            var row = ListItem(
                id: list + "#programmes#\(page)", text: times.joined(separator: "–"),
                detailText: locale[title(of: chapters)])
            row.show(nil, else: .list)
            row.push = TemplateID.programmes(page: page)
            row.accessory = .disclosureIndicator
            return .item(row)
        }
    }

    /// The elements of each chapter, as far as there is room for them.
    func elementLists(of chapters: Chapters, rows: Int) -> [ListTemplate] {
        var room = rows
        let isListed = limits.templateDepth >= 5
        return chapters.all.prefix(isListed ? .max : imagesMax).map { chapter in
            let list = list(of: chapter, rows: room)
            room -= list.rowCount
            return list
        }
    }

    /// The elements of a chapter in their order; the first row starts a programme or an hour.
    private func list(of chapter: Chapters.Chapter, rows room: Int) -> ListTemplate {
        let id = TemplateID.programme(chapter.id)
        let rows = chapter.elements.prefix(max(room, 1)).map { row(of: $0, in: id) }
        let start = startRow(of: chapter, in: id)
        return ListTemplate(
            id: id, title: locale[.elements],
            sections: [
                ListTemplate.Section(
                    id: id + "#rows", rows: (chapter.isFirst ? [.item(start)] : []) + rows)
            ],
            placeholder: start, limits: limits, rows: room,
            rowsBesides: chapter.elements.count - rows.count)
    }

    private func startRow(of chapter: Chapters.Chapter, in list: String) -> ListItem {
        let words = [locale[.fromTheBeginning], chapter.interval].compactMap(\.self)
        var row = ListItem(
            id: list + "#start", text: chapter.title.shortened(to: Self.textMax),
            detailText: words.joined(separator: " · "))
        row.show(picture(of: chapter), else: chapter.subject)
        row.action = .seekToElement(chapter.beginning)
        show(scene.session.requests, on: &row)
        return row
    }

    private func picture(of chapter: Chapters.Chapter) -> ArtworkReference? {
        ArtworkReference(url: chapter.artworkURL, of: .programme) ?? ownPicture
    }
}
