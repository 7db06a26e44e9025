import Foundation

/// The source checkout that this program was built in, if it was not installed elsewhere.
public enum Checkout {
    /// How many folders the program lies below the checkout at most: `bin/`, `.build/x/release/`.
    private static let depthMax = 5

    /// The checkout's folder; `nil` for an installed program.
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

    /// A file of the checkout; of an installed program, the same file under its share folder.
    public static func file(_ path: String) -> String {
        "\(folder ?? "/usr/local/share/compass")/\(path)"
    }
}

extension CompassHome {
    /// The home if nothing names one: `var` of the checkout that the program was built in, else
    /// the XDG state folder.
    public static func defaultPath(environment: [String: String]) -> String {
        if let folder = Checkout.folder {
            return "\(folder)/var"
        }
        let state = environment["XDG_STATE_HOME"] ?? "\(environment["HOME"] ?? "")/.local/state"
        return "\(state)/compass"
    }
}
