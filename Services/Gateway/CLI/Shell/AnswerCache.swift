import Contracts
import Foundation
import Glibc
import ServiceKit

/// Caches answers that may be shown again (SA-36), in private files in `cli/` of the home. The key
/// contains the user and the request; any change by this user drops all answers.
struct AnswerCache {
    /// The largest cached answer, in bytes.
    static let bytesMax = 1_048_576
    /// The most cached answers; when the cache is full, a new one replaces all.
    static let entriesMax = 32

    private static let prefix = "answer-"
    private let folder: String

    init(home: CompassHome) { folder = home.commandLineFolder }

    /// The cached answer to a question; nil if missing or unreadable.
    func answer(to question: String) -> [UInt8]? {
        guard let bytes = try? PrivateFile.read(path(question), sizeMax: Self.bytesMax) else {
            return nil
        }
        // The first line is the question, since two questions may have the same fingerprint.
        let head = Array((question + "\n").utf8)
        return bytes.starts(with: head) ? Array(bytes.dropFirst(head.count)) : nil
    }

    /// Caches an answer. Errors are ignored.
    func keep(_ answer: [UInt8], to question: String) {
        let bytes = Array((question + "\n").utf8) + answer
        guard bytes.count <= Self.bytesMax else { return }
        let path = path(question)
        if !LocalBytes.exists(path), files.count >= Self.entriesMax { removeAll() }
        try? PrivateFile.replace(path, holding: bytes)
    }

    /// Removes the answer to a question.
    func remove(_ question: String) { unsafe _ = Glibc.unlink(path(question)) }

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
