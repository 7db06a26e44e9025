/// Reads the entries of a tar archive in order, and checks every byte outside their contents.
final class TarReader {
    private let source: any ByteSource
    private var current: TarHeader?
    private var remaining: Int64 = 0

    init(_ source: any ByteSource) { self.source = source }

    /// Returns the next entry, or nil at the archive's end. `readPiece` returns the entry's
    /// content.
    func next() throws -> TarHeader? {
        precondition(remaining == 0, "an entry is read to its end before the next one")
        let block = try source.read(TarHeader.blockBytes)
        guard block.contains(where: { $0 != 0 }) else {
            guard try source.read(TarHeader.blockBytes).allSatisfy({ $0 == 0 }) else {
                throw damaged(source.path, "Its end is not empty.")
            }
            try source.expectEnd()
            return nil
        }
        guard let header = TarHeader(parsing: block) else {
            let after = current.map { "behind \($0.name)" } ?? "at its beginning"
            throw damaged(source.path, "There is no entry of a backup \(after).")
        }
        current = header
        remaining = header.size
        if remaining == 0 { try passFilling(header) }
        return header
    }

    /// Returns the next bytes of the entry's content, or nil at its end.
    func readPiece() throws -> [UInt8]? {
        guard remaining > 0, let header = current else { return nil }
        let piece = try source.read(Int(min(remaining, Int64(TarWriter.pieceBytes))))
        remaining -= Int64(piece.count)
        if remaining == 0 { try passFilling(header) }
        return piece
    }

    private func passFilling(_ header: TarHeader) throws {
        guard header.padding > 0 else { return }
        guard try source.read(header.padding).allSatisfy({ $0 == 0 }) else {
            throw damaged(source.path, "Bytes behind \(header.name) are not empty.")
        }
    }
}
