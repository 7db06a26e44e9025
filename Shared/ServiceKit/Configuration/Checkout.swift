import Foundation

/// The source checkout in which this program was built, unless it is installed elsewhere.
public enum Checkout {
    /// The most folders between the checkout and the program: `bin/`, `.build/x/release/`.
    private static let depthMax = 5

    /// The checkout's folder; nil for an installed program.
    public static let folder: String? = {
        let files = FileManager.default
        guard let program = try? files.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return nil
        }
        var folder = URL(fileURLWithPath: program).deletingLastPathComponent()
        for _ in 0..<depthMax {
            let holds = { (name: String) in
                files.fileExists(atPath: folder.appendingPathComponent(name).path)
            }
            if holds("Package.swift"), holds("deploy/services.tsv") {
                return folder.path
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }()

    /// Returns the path of a file in the checkout; for an installed program, in its share folder.
    public static func file(_ path: String) -> String {
        "\(folder ?? "/usr/local/share/compass")/\(path)"
    }
}

extension CompassHome {
    /// Returns the default home: `var` of the checkout in which the program was built, otherwise
    /// the XDG state folder.
    public static func defaultPath(environment: [String: String]) -> String {
        if let folder = Checkout.folder {
            return "\(folder)/var"
        }
        let state = environment["XDG_STATE_HOME"] ?? "\(environment["HOME"] ?? "")/.local/state"
        return "\(state)/compass"
    }
}
