/// The directory of an OLE2 compound file ([MS-CFB]): tells a Word document from a sheet, a
/// presentation or an installer, which share the signature.
enum OLEDirectory {
    static let signature: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    /// Octets of a directory entry.
    private static let entryOctets = 128
    /// Where in an entry the length of its name stands, in octets with the closing zero.
    private static let nameLengthOffset = 64
    /// Octets of the file's header; entries lie behind it at multiples of their size.
    private static let headerOctets = 512

    static func content(_ view: OctetView) -> AttachmentContent {
        guard hasEntry("WordDocument", in: view) else {
            return .refused("an Office file that is not a Word document")
        }
        return hasEntry("_VBA_PROJECT", in: view)
            ? .refused("a Word document with macros") : .accepted(.doc)
    }

    /// Sectors are multiples of 512 octets, so that an entry begins at a multiple of its size
    /// whichever sectors hold the directory.
    private static func hasEntry(_ name: String, in view: OctetView) -> Bool {
        // The name is ASCII, here in UTF-16 with its closing zero.
        let wanted: [UInt8] = name.utf8.flatMap { [$0, 0] } + [0, 0]
        guard view.count > headerOctets else { return false }
        return stride(from: headerOctets, to: view.count, by: entryOctets).contains { offset in
            view.little(2, at: offset + nameLengthOffset) == wanted.count
                && view.holds(wanted, at: offset)
        }
    }
}
