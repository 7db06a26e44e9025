/// The type of a file, determined from its content alone (D-16). Nothing is unpacked and no picture
/// is decoded; every offset in the file is checked before use.
public enum AttachmentContent: Hashable, Sendable {
    /// One of the accepted types.
    case accepted(AttachmentType)
    /// A type that is not accepted, in words such as "a Word document with macros".
    case refused(String)
    /// A type that is not recognized.
    case unknown

    /// The maximum number of pixels of a picture.
    public static let pixelsMax = 50_000_000

    /// The length of the longest signature, in bytes; a shorter prefix is inconclusive.
    public static let signatureBytesMax = 8

    /// The type, as the end of a sentence about the file.
    public var description: String {
        switch self {
        case .accepted(let type): "its content is \(type.format)"
        case .refused(let what): "its content is \(what)"
        case .unknown: "its content is none of \(AttachmentType.formats)"
        }
    }

    /// Returns the type of a complete file.
    public static func detected(in bytes: [UInt8]) -> AttachmentContent {
        let view = ByteView(bytes)
        if let type = signature(of: view) {
            switch type {
            case .jpeg, .png, .gif: return PictureHeader.content(type, view)
            case .pdf: return .accepted(.pdf)
            case .doc: return OLEDirectory.content(view)
            case .docx: return ZipDirectory.content(view)
            case .text: break
            }
        }
        return isText(bytes) ? .accepted(.text) : .unknown
    }

    /// Returns whether a file of this type may begin with these bytes, so that a wrong type is
    /// rejected at the first part. The whole file is checked at the end.
    public static func mayBegin(_ type: AttachmentType, with bytes: [UInt8]) -> Bool {
        signature(of: ByteView(bytes)).map { $0 == type }
            ?? (type == .text && !bytes.contains(where: isForbiddenInText))
    }

    /// Returns the type whose signature is at the start.
    private static func signature(of view: ByteView) -> AttachmentType? {
        if view.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if view.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if view.starts(with: Array("GIF87a".utf8)) || view.starts(with: Array("GIF89a".utf8)) {
            return .gif
        }
        if view.starts(with: Array("%PDF-".utf8)) { return .pdf }
        if view.starts(with: OLEDirectory.signature) { return .doc }
        if view.starts(with: ZipDirectory.localSignature) { return .docx }
        return nil
    }

    /// Returns whether the bytes are UTF-8 without control characters other than tab, line feed,
    /// form feed and carriage return.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        !bytes.contains(where: isForbiddenInText)
            && String(validating: bytes, as: UTF8.self) != nil
    }

    private static func isForbiddenInText(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x0A, 0x0C, 0x0D: false
        case 0x00...0x1F, 0x7F: true
        default: false
        }
    }
}

/// Bounds-checked access to bytes at offsets that a file specifies; reads outside return nil.
struct ByteView {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }

    func starts(with prefix: [UInt8]) -> Bool { holds(prefix, at: 0) }

    /// Returns `length` bytes from `offset`; nil unless all of them are in bounds.
    func slice(at offset: Int, _ length: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else {
            return nil
        }
        return bytes[offset..<offset + length]
    }

    func holds(_ wanted: [UInt8], at offset: Int) -> Bool {
        slice(at: offset, wanted.count).map { $0.elementsEqual(wanted) } ?? false
    }

    func byte(at offset: Int) -> Int? {
        bytes.indices.contains(offset) ? Int(bytes[offset]) : nil
    }

    /// Reads a little-endian unsigned integer of up to four bytes.
    func little(_ length: Int, at offset: Int) -> Int? {
        slice(at: offset, length).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
    }

    /// Reads a big-endian unsigned integer of up to four bytes.
    func big(_ length: Int, at offset: Int) -> Int? {
        slice(at: offset, length).map { $0.reduce(0) { $0 << 8 | Int($1) } }
    }
}
