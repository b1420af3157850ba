#if canImport(CarPlay)
    import CarPlay
    import Foundation
    import HubClient

    /// Carries the calls of a car's screen out. All decisions are `CarScreen`'s.
    @MainActor
    final class CarExecutor: NSObject {
        private let controller: CPInterfaceController
        private let send: (SessionAction, @escaping (HubAnswer?) -> Void) -> Void
        private let pictures = CarPictures()
        private lazy var items = CarItems(pictures) { [weak self] in self?.apply(.tapped($0)) }
        private var screen = CarScreen()
        private var templates: [String: CPTemplate] = [:]
        /// Movements of the stack: CarPlay takes one after the other.
        private var moves: [() -> Void] = []

        init(
            _ controller: CPInterfaceController,
            send: @escaping (SessionAction, @escaping (HubAnswer?) -> Void) -> Void
        ) {
            self.controller = controller
            self.send = send
            super.init()
            controller.delegate = self
            CPNowPlayingTemplate.shared.add(self)
        }

        /// Takes an update of the view `carPlay`. While there is no hub, the screen stays.
        func take(_ update: HubUpdate) {
            if case .changed(let record) = update, let car = update.car {
                apply(.updated(car, revision: record.revision))
            }
            if case .happened(let event) = update { apply(.happened(event)) }
        }

        /// Says why there is nothing to show any more.
        func fail(_ reason: String) {
            let action = CPAlertAction(title: "OK", style: .cancel) { [controller] _ in
                controller.dismissTemplate(animated: true, completion: nil)
            }
            move { [controller] done in
                controller.presentTemplate(
                    CPAlertTemplate(titleVariants: [reason], actions: [action]), animated: true,
                    completion: done)
            }
        }

        private func apply(_ event: CarScreen.Event) {
            for call in screen.apply(event) { execute(call) }
            items.keep(screen.shownRows)
        }

        private func execute(_ call: CarCall) {
            switch call {
            case .setRoot(let root):
                templates = [:]
                let root = make(root)
                move { [controller] in
                    controller.setRootTemplate(root, animated: false, completion: $0)
                }
            case .updateTabs(let tabs):
                (controller.rootTemplate as? CPTabBarTemplate)?.updateTemplates(tabs.map(template))
            case .updateTab(let tab): templates[tab.id].map { describe($0, as: tab) }
            case .updateSections(let list, let sections):
                (templates[list] as? CPListTemplate)?.updateSections(items.sections(sections))
            case .updateGridButtons(let grid, let buttons):
                (templates[grid] as? CPGridTemplate)?.updateGridButtons(buttons.map(gridButton))
            case .updateNowPlayingButtons(let buttons):
                CPNowPlayingTemplate.shared.updateNowPlayingButtons(buttons.compactMap(button))
            case .setUpNext(let title, let isEnabled):
                CPNowPlayingTemplate.shared.upNextTitle = title
                CPNowPlayingTemplate.shared.isUpNextButtonEnabled = isEnabled
            case .setAlbumArtist(let isEnabled):
                CPNowPlayingTemplate.shared.isAlbumArtistButtonEnabled = isEnabled
            case .push(let list): push(make(list))
            case .pushNowPlaying: push(CPNowPlayingTemplate.shared)
            case .pop(let id): pop(to: id)
            case .present(let alert): present(alert)
            case .send(let action, let id):
                send(action) { [weak self] in self?.take($0, from: id) }
            case .updatePlaces, .pushInformation, .updateInformation:
                // Categories of their own have these; an audio app may not show them.
                break
            default: items.apply(call)
            }
        }

        private func take(_ answer: HubAnswer?, from id: String) {
            apply(.answered(answer, from: id))
            Task { [weak self] in
                try? await Task.sleep(for: .seconds(1))
                self?.apply(.waited(from: id))
            }
        }

        // MARK: Templates

        private func template(_ document: CarTemplate) -> CPTemplate {
            templates[document.id] ?? make(document)
        }

        private func make(_ document: CarTemplate) -> CPTemplate {
            let template: CPTemplate
            if let tabs = document.templates {
                let bar = CPTabBarTemplate(templates: tabs.map(make))
                bar.delegate = self
                template = bar
            } else if let buttons = document.gridButtons {
                template = CPGridTemplate(
                    title: document.title, gridButtons: buttons.map(gridButton))
            } else {
                template = CPListTemplate(
                    title: document.title, sections: items.sections(document.sections ?? []))
            }
            template.userInfo = document.id
            templates[document.id] = template
            describe(template, as: document)
            return template
        }

        private func describe(_ template: CPTemplate, as tab: CarTemplate) {
            template.tabTitle = tab.tabTitle
            template.tabImage = tab.tabImage.flatMap { UIImage(systemName: $0) }
            template.showsTabBadge = tab.showsTabBadge ?? false
        }

        private func gridButton(_ button: CarGridButton) -> CPGridButton {
            let image = pictures.present(button.picture) ?? UIImage()
            let shown = CPGridButton(titleVariants: button.titleVariants, image: image) {
                [weak self] _ in self?.apply(.tapped(button.id))
            }
            shown.isEnabled = button.isEnabled ?? true
            return shown
        }

        private func button(_ button: CarNowPlaying.Button) -> CPNowPlayingButton? {
            let tap: (CPNowPlayingButton) -> Void = { [weak self] _ in
                self?.apply(.tapped(button.id))
            }
            let shown: CPNowPlayingButton
            switch button.type {
            case "playbackRate": shown = CPNowPlayingPlaybackRateButton(handler: tap)
            case "repeat": shown = CPNowPlayingRepeatButton(handler: tap)
            case "shuffle": shown = CPNowPlayingShuffleButton(handler: tap)
            default:
                guard let image = button.image.flatMap(pictures.shipped) else { return nil }
                shown = CPNowPlayingImageButton(image: image, handler: tap)
            }
            shown.isSelected = button.isSelected ?? false
            return shown
        }

        private func present(_ alert: CarAlert) {
            let actions = alert.actions.map { action in
                CPAlertAction(
                    title: action.title, style: action.style == "cancel" ? .cancel : .default
                ) { [weak self] _ in
                    self?.controller.dismissTemplate(animated: true, completion: nil)
                    self?.apply(.tapped(action.id))
                }
            }
            let template = CPAlertTemplate(titleVariants: alert.titleVariants, actions: actions)
            move { [controller] in
                controller.presentTemplate(template, animated: true, completion: $0)
            }
        }

        // MARK: The stack

        private func push(_ template: CPTemplate) {
            move { [controller] in
                controller.pushTemplate(template, animated: true, completion: $0)
            }
        }

        private func pop(to id: String?) {
            let target =
                id == "nowPlaying" ? CPNowPlayingTemplate.shared : id.flatMap { templates[$0] }
            move { [controller] in
                if let target {
                    controller.pop(to: target, animated: true, completion: $0)
                } else {
                    controller.popToRootTemplate(animated: true, completion: $0)
                }
            }
        }

        private func move(_ body: @escaping (@escaping (Bool, (any Error)?) -> Void) -> Void) {
            moves.append { [weak self] in body { _, _ in self?.moved() } }
            if moves.count == 1 { moves[0]() }
        }

        private func moved() {
            moves.removeFirst()
            if let next = moves.first { next() } else { noteStack() }
        }

        /// Tells the screen what is on top of the root, once nothing moves.
        private func noteStack() {
            guard moves.isEmpty else { return }
            let shared = CPNowPlayingTemplate.shared
            apply(
                .stacked(
                    controller.templates.dropFirst().compactMap {
                        $0 === shared ? "nowPlaying" : $0.userInfo as? String
                    }))
        }
    }

    extension CarExecutor: CPInterfaceControllerDelegate {
        /// The user went back, or a movement has ended.
        func templateDidDisappear(_ template: CPTemplate, animated: Bool) { noteStack() }
    }

    extension CarExecutor: CPTabBarTemplateDelegate {
        /// A tab is in front.
        func tabBarTemplate(_ bar: CPTabBarTemplate, didSelect template: CPTemplate) {
            if let id = template.userInfo as? String { apply(.selectedTab(id)) }
        }
    }

    extension CarExecutor: CPNowPlayingTemplateObserver {
        /// Up next was tapped.
        func nowPlayingTemplateUpNextButtonTapped(_ template: CPNowPlayingTemplate) {
            apply(.tappedUpNext)
        }

        /// The album or the artist was tapped.
        func nowPlayingTemplateAlbumArtistButtonTapped(_ template: CPNowPlayingTemplate) {
            apply(.tappedAlbumArtist)
        }
    }
#endif
