import Foundation
import Testing

@testable import ServiceKit

@Suite("What people type to run a system")
struct SystemCommandTests {
    private func text(
        _ words: String, installed: Bool, systemd: Bool = true, home: String? = nil
    ) -> String {
        SystemCommand.text(
            words, in: home.map(CompassHome.init(path:)), isInstalled: installed,
            hasSystemd: systemd)
    }

    @Test func aCheckoutHasMakeAndNamesTheHome() {
        #expect(text("up", installed: false) == "make up")
        #expect(
            text("accept-loss S=coaches", installed: false, home: "/srv/o'two")
                == #"make accept-loss S=coaches COMPASS_HOME='/srv/o'\''two'"#)
    }

    @Test func anInstallationHasSystemdOrItsOwnCommand() {
        #expect(text("up", installed: true, home: "/x") == "systemctl start compass.target")
        #expect(
            text("down", installed: true) == "systemctl stop compass.target 'compass-*.service'")
        #expect(text("up", installed: true, systemd: false) == "compass-system up")
        for systemd in [true, false] {
            let command = text(
                "accept-loss S=coaches", installed: true, systemd: systemd, home: "/x")
            #expect(command == "compass-system accept-loss S=coaches")
        }
    }

    @Test func theseTestsRunInACheckout() {
        #expect(SystemCommand.start == "make up")
    }
}
