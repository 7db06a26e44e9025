import Foundation
import Support

/// A mail program of tests: a script that keeps each message that it takes as a file.
final class MailCatcher: Sendable {
    /// A message that was taken.
    struct Message: Sendable {
        let text: String
        /// The id of the process that started the program.
        let sender: String

        /// The message's id, without its brackets.
        var id: String? {
            text.firstMatch(of: /Message-ID: <([^>]+)>/).map { String($0.output.1) }
        }
    }

    /// A step of the program at which it can wait (`hold`).
    enum Step: String, CaseIterable, Sendable {
        /// It has started, and nothing has been read.
        case begun
        /// The message was read and is not yet kept.
        case read
        /// The message is kept, and the program has not ended.
        case taken
    }

    private static let script = """
        #!/bin/sh
        reach() {
            mv "$folder/hold-$1" "$folder/held-$1" 2> /dev/null || return 0
            rounds=0
            while [ -e "$folder/held-$1" ] && [ $rounds -lt 2000 ]; do
                sleep 0.01
                rounds=$((rounds + 1))
            done
        }
        folder=$1
        reach begun
        cat > "$folder/new.$$"
        reach read
        mv "$folder/new.$$" "$folder/$(date +%s%N).$PPID.eml"
        reach taken
        """

    private let folder: TemporaryFolder
    /// The value of `mail.command`.
    let command: String

    init() throws {
        folder = try TemporaryFolder()
        let program = folder.path("mail")
        try Data(Self.script.utf8).write(to: URL(fileURLWithPath: program))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: program)
        command = "\(program) \(folder.path(""))"
    }

    /// Lets the program wait when it reaches a step next.
    func hold(_ step: Step) throws -> HelperHold { try HelperHold(step.rawValue, in: folder) }

    /// The messages that were taken, in order.
    var messages: [Message] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted()
                .filter { $0.hasSuffix(".eml") }
                .map { name in
                    let text = try String(contentsOfFile: folder.path(name), encoding: .utf8)
                    return Message(text: text, sender: String(name.split(separator: ".")[1]))
                }
        }
    }
}
