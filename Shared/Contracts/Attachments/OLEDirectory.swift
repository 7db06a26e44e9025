/// The directory of an OLE2 compound file ([MS-CFB]). Distinguishes a Word document from a sheet, a
/// presentation or an installer, which have the same signature.
enum OLEDirectory {
    static let signature: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    /// The size of a directory entry, in bytes.
    private static let entryBytes = 128
    /// The offset in an entry of the name's length, which is in bytes and includes the terminating
    /// zero.
    private static let nameLengthOffset = 64
    /// The size of the file's header, in bytes. Entries follow at multiples of their own size.
    private static let headerBytes = 512

    static func content(_ view: ByteView) -> AttachmentContent {
        guard hasEntry("WordDocument", in: view) else {
            return .refused("an Office file that is no Word document")
        }
        return hasEntry("_VBA_PROJECT", in: view)
            ? .refused("a Word document with macros") : .accepted(.doc)
    }

    /// Scans the whole file. Sectors are multiples of 512 bytes, so entries begin at multiples of
    /// their own size, regardless of which sectors hold the directory.
    private static func hasEntry(_ name: String, in view: ByteView) -> Bool {
        // UTF-16 with the terminating zero; the name is ASCII.
        let wanted: [UInt8] = name.utf8.flatMap { [$0, 0] } + [0, 0]
        guard view.count > headerBytes else { return false }
        return stride(from: headerBytes, to: view.count, by: entryBytes).contains { offset in
            view.little(2, at: offset + nameLengthOffset) == wanted.count
                && view.holds(wanted, at: offset)
        }
    }
}
