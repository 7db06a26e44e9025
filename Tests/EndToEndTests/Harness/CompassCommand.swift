import Foundation
import Glibc
import Support

/// The result of running `compass`.
struct CommandResult: Sendable {
    let ending: ChildProcess.Ending
    let output: [UInt8]
    let errors: String

    /// The output as a JSON object.
    var object: [String: Any] {
        get throws {
            try JSONSerialization.jsonObject(with: Data(output)) as? [String: Any] ?? [:]
        }
    }
}

extension SystemUnderTest {
    /// Runs `compass` in this home and waits for its end. `input` is its standard input, `further`
    /// adds to its environment, and `wrapper` is a command line that starts it.
    func compass(
        _ words: [String], as person: String? = nil, input: String = "",
        adding further: [String: String] = [:], under wrapper: [String] = [],
        started: (ChildProcess) -> Void = { _ in }
    ) throws -> CommandResult {
        let files = try TemporaryFolder()
        try Data((input + "\n").utf8).write(to: files.url.appendingPathComponent("in"))
        let descriptors = [
            unsafe open(files.path("in"), O_RDONLY | O_CLOEXEC),
            unsafe open(files.path("out"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600),
            unsafe open(files.path("err"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600),
        ]
        defer { for descriptor in descriptors { close(descriptor) } }
        let line =
            wrapper + [Program.path("compass")] + words + (person.map { ["--as", $0] } ?? [])
        let child = try ChildProcess(
            line[0], Array(line.dropFirst()),
            environment: environment.merging(further) { $1 },
            descriptors: [0: descriptors[0], 1: descriptors[1], 2: descriptors[2]])
        started(child)
        let ending = child.wait()
        let output = try Data(contentsOf: files.url.appendingPathComponent("out"))
        let errors = try Data(contentsOf: files.url.appendingPathComponent("err"))
        return CommandResult(
            ending: ending, output: Array(output), errors: String(decoding: errors, as: UTF8.self))
    }

    /// Signs a person in on the command line, under this name.
    func signInOnCommandLine(_ person: Person, as context: String) throws {
        let result = try compass(
            ["login", "--email", person.email, "--password-stdin"], as: context,
            input: person.password)
        guard result.ending == .exit(0) else {
            throw Failure(description: "login of \(context): \(result.ending) \(result.errors)")
        }
    }
}
