import CommandKit
import Foundation

/// What people type to run a system: `make` in a checkout; where the programs are installed, the
/// command of systemd, or `compass-system` of the package.
public enum SystemCommand {
    /// What starts everything.
    public static let start = text("up")

    /// Returns the command for the words that `make` takes, such as `up`. `home` is named only
    /// where there may be several.
    public static func text(_ words: String, in home: CompassHome? = nil) -> String {
        text(
            words, in: home, isInstalled: Checkout.folder == nil,
            hasSystemd: FileManager.default.fileExists(atPath: "/run/systemd/system"))
    }

    /// The same for an installation of one kind.
    static func text(
        _ words: String, in home: CompassHome?, isInstalled: Bool, hasSystemd: Bool
    ) -> String {
        switch (isInstalled, hasSystemd, words) {
        case (true, true, "up"): return "systemctl start compass.target"
        case (true, true, "down"): return "systemctl stop compass.target 'compass-*.service'"
        case (true, _, _): return "compass-system \(words)"
        case (false, _, _):
            guard let home else { return "make \(words)" }
            return "make \(words) COMPASS_HOME=\(ShellText.quoted(home.path))"
        }
    }
}
