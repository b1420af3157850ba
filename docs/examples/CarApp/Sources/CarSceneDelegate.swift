#if canImport(CarPlay)
    import CarPlay
    import Foundation
    import HubClient

    /// The scene of a car: connects when the car does.
    final class CarSceneDelegate: UIResponder, CPTemplateApplicationSceneDelegate {
        private let radio = URL(string: "wss://radio.example/api/v1/socket").map {
            Radio(hub: $0, token: "the listener's own token", session: "the listener's session")
        }
        private var car: CarExecutor?

        func templateApplicationScene(
            _ scene: CPTemplateApplicationScene, didConnect controller: CPInterfaceController
        ) {
            let car = CarExecutor(controller) { [radio] in radio?.send($0, $1) }
            radio?.connect(car)
            self.car = car
        }

        func templateApplicationScene(
            _ scene: CPTemplateApplicationScene,
            didDisconnectInterfaceController controller: CPInterfaceController
        ) {
            radio?.disconnect()
            car = nil
        }
    }
#endif
