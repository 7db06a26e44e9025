import Foundation
import Glibc
import Support

/// A run of `compass-loadtest` with a system of its own, and what it left.
struct LoadTestRun {
    let ending: ChildProcess.Ending
    let output: String
    let errors: String
    private let folder: TemporaryFolder

    /// Runs the program to its end; passwords are hashed cheaply. Reports go to a new folder.
    init(_ words: [String]) throws {
        folder = try TemporaryFolder()
        let descriptors = [
            unsafe open("/dev/null", O_RDONLY | O_CLOEXEC),
            unsafe open(folder.path("out"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600),
            unsafe open(folder.path("err"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600),
        ]
        defer { for descriptor in descriptors { close(descriptor) } }
        var environment = ["LANG": "C.UTF-8", "TZ": "UTC", "COMPASS_TEST_HOOKS": "cheap-passwords"]
        for name in ["PATH", "HOME", "TMPDIR", "XDG_RUNTIME_DIR", "LD_LIBRARY_PATH"] {
            environment[name] = ProcessInfo.processInfo.environment[name]
        }
        let child = try ChildProcess(
            Program.path("compass-loadtest"), words + ["--output", folder.path("report")],
            environment: environment,
            descriptors: [0: descriptors[0], 1: descriptors[1], 2: descriptors[2]])
        ending = child.wait()
        output = try String(contentsOfFile: folder.path("out"), encoding: .utf8)
        errors = try String(contentsOfFile: folder.path("err"), encoding: .utf8)
    }

    /// The exit code that belongs to what the report says of the run; nil without such a sentence.
    var promisedCode: Int32? {
        let codes: [String: Int32] = ["passed": 0, "missed": 99, "invalid": 1]
        return output.firstMatch(of: /the run is ([a-z]+)/).flatMap { codes[String($0.1)] }
    }

    /// Whether it wrote such a file.
    func hasFile(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.path("report/\(name)"))
    }

    /// A member of `report.json`, by the names and places that lead to it.
    func value<Value>(_ path: [Any]) throws -> Value? {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.path("report/report.json")))
        var found: Any? = try JSONSerialization.jsonObject(with: data)
        for step in path {
            if let name = step as? String {
                found = (found as? [String: Any])?[name]
            } else if let place = step as? Int, let list = found as? [Any] {
                found = list.indices.contains(place) ? list[place] : nil
            }
        }
        return found as? Value
    }

    /// A duration of all requests of the first open run, in milliseconds.
    func milliseconds(_ percentile: String) throws -> Double {
        let value: Int? = try value(["phases", 0, "total", "latency", percentile])
        return Double(value ?? -1) / 1_000
    }
}
