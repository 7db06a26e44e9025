import Contracts
import Glibc
import Imports

/// The lines of a file, of which any can be read. Only where they begin is in memory.
final class ArchiveLines {
    /// The bytes read at once while the lines are found.
    private static let chunkBytes = 65_536

    private let descriptor: Int32
    private let name: String
    /// Where each line begins, and where the last one ends.
    private var starts: [Int] = [0]

    /// Opens the file that an entry of an archive was unpacked to.
    init(_ path: String, name: String) throws {
        self.name = name
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            throw ArchiveStage.unusable(path, LocalBytes.Failure(code: errno))
        }
        var place = 0
        while true {
            let chunk = try bytes(at: place, Self.chunkBytes)
            guard !chunk.isEmpty else { break }
            for (offset, byte) in chunk.enumerated() where byte == UInt8(ascii: "\n") {
                starts.append(place + offset + 1)
            }
            place += chunk.count
        }
        if starts.last != place { starts.append(place) }
    }

    deinit { close(descriptor) }

    /// The number of lines.
    var count: Int { starts.count - 1 }

    /// A line, from 0, without its end.
    func line(_ number: Int) throws -> [UInt8] {
        let length = starts[number + 1] - starts[number]
        guard length <= ArchiveLimit.lineBytesMax else {
            throw CommandFailure(
                .tooLarge, "Line \(number + 1) of \(name) is too long",
                reason: "A line has at most \(ArchiveLimit.lineBytesMax) bytes.")
        }
        var line = try bytes(at: starts[number], length)
        while let last = line.last, last == 0x0a || last == 0x0d { line.removeLast() }
        return line
    }

    /// The bytes at a place: as many as asked for, or up to the end of the file.
    private func bytes(at place: Int, _ length: Int) throws -> [UInt8] {
        do {
            return try FileBytes.read(length, from: descriptor, at: place)
        } catch {
            throw ArchiveStage.unusable(name, LocalBytes.Failure(code: error.code))
        }
    }
}
