import Sodium

/// Writes the entries of a tar archive. The last entry lists their SHA-256 sums in the format of
/// `sha256sum`, so that a plain backup can be unpacked and checked without this program.
final class TarWriter {
    static let sumsName = "SHA256SUMS"
    /// The bytes that are read and written at a time.
    static let pieceBytes = 262_144

    private let sink: any ByteSink
    private var sums = ""

    init(_ sink: any ByteSink) { self.sink = sink }

    func add(_ name: String, _ content: [UInt8], modified: Int64) throws {
        sums += "\(SHA256Digest(of: content).hex)  \(name)\n"
        try put(name, content, modified: modified)
    }

    /// Adds a file with its present size. Throws `data_loss` if the file becomes shorter meanwhile.
    func add(_ name: String, _ file: RawFile) throws {
        let header = TarHeader(
            name: name, size: try file.size(), modified: try file.modifiedAt())
        try sink.write(header.bytes)
        let sum = SHA256Stream()
        var done: Int64 = 0
        while done < header.size {
            let wanted = Int(min(Int64(Self.pieceBytes), header.size - done))
            let piece = try file.read(at: done, wanted)
            guard piece.count == wanted else {
                throw damaged(file.path, "It became shorter while it was copied.")
            }
            sum.update(piece)
            try sink.write(piece)
            done += Int64(piece.count)
        }
        try fill(header)
        sums += "\(sum.hex())  \(name)\n"
    }

    private func put(_ name: String, _ content: [UInt8], modified: Int64) throws {
        let header = TarHeader(name: name, size: Int64(content.count), modified: modified)
        try sink.write(header.bytes)
        try sink.write(content)
        try fill(header)
    }

    private func fill(_ header: TarHeader) throws {
        if header.padding > 0 { try sink.write([UInt8](repeating: 0, count: header.padding)) }
    }

    /// Ends the archive with the entry of sums and two zero blocks.
    func finish(modified: Int64) throws {
        try put(Self.sumsName, Array(sums.utf8), modified: modified)
        try sink.write([UInt8](repeating: 0, count: 2 * TarHeader.blockBytes))
        try sink.finish()
    }
}
