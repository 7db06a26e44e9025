import Foundation

/// The source checkout in which this program was built, unless it is installed elsewhere.
public enum Checkout {
    /// The most folders between the checkout and the program: `bin/`, `.build/x/release/`.
    private static let depthMax = 5

    /// The checkout's folder; nil for an installed program.
    public static let folder: String? = {
        let files = FileManager.default
        guard var folder = programFolder else { return nil }
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

    /// Returns the path of a file in the checkout; for a program in `PREFIX/lib/recruiting-compass`
    /// (`make install`), in `PREFIX/share/recruiting-compass`.
    public static func file(_ path: String) -> String {
        if let folder { return "\(folder)/\(path)" }
        let prefix = programFolder?.deletingLastPathComponent().deletingLastPathComponent().path
        return "\(prefix ?? "/usr/local")/share/recruiting-compass/\(path)"
    }

    /// The folder of this program, whatever links led to it; nil if the system does not say.
    private static let programFolder = try? URL(
        fileURLWithPath: FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    ).deletingLastPathComponent()
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
