import Contracts
import Foundation
import Glibc
import ServiceKit

/// Answers of the services that may be shown again (SA-36), in private files below `cli/` of the
/// home. An answer is known by who asked and what; any change that this user makes drops all.
struct AnswerCache {
    /// Longest answer that is kept, in bytes.
    static let bytesMax = 1_048_576
    /// Answers that are kept; one more drops the others.
    static let entriesMax = 32

    private static let prefix = "answer-"
    private let folder: String

    init(home: CompassHome) { folder = home.commandLineFolder }

    /// The answer that was kept for a question; nil when there is none, or none that can be read.
    func answer(to question: String) -> [UInt8]? {
        guard let bytes = try? PrivateFile.read(path(question), sizeMax: Self.bytesMax) else {
            return nil
        }
        // The first line is the question: two of them may have one fingerprint.
        let head = Array((question + "\n").utf8)
        return bytes.starts(with: head) ? Array(bytes.dropFirst(head.count)) : nil
    }

    /// Keeps an answer. That it cannot be kept is no failure of the command.
    func keep(_ answer: [UInt8], to question: String) {
        let bytes = Array((question + "\n").utf8) + answer
        guard bytes.count <= Self.bytesMax else { return }
        let path = path(question)
        if !LocalBytes.exists(path), files.count >= Self.entriesMax { removeAll() }
        try? PrivateFile.replace(path, holding: bytes)
    }

    /// Forgets the answer to a question.
    func remove(_ question: String) { unsafe _ = Glibc.unlink(path(question)) }

    /// Forgets everything.
    func removeAll() {
        for file in files { unsafe _ = Glibc.unlink("\(folder)/\(file)") }
    }

    private var files: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return all.filter { $0.hasPrefix(Self.prefix) }
    }

    private func path(_ question: String) -> String {
        "\(folder)/\(Self.prefix)\(Fingerprint(of: question.utf8))"
    }
}
