/// Reads the size of a picture from its header. A picture whose header is unreadable is rejected.
enum PictureHeader {
    /// The maximum number of JPEG segments searched for the frame header.
    private static let segmentsMax = 1_000

    static func content(_ type: AttachmentType, _ view: ByteView) -> AttachmentContent {
        guard let size = size(type, view), size.width > 0, size.height > 0 else {
            return .refused("a \(type.format) that is damaged or cut off")
        }
        guard size.width <= AttachmentContent.pixelsMax / size.height else {
            return .refused(
                "a picture of more than \(AttachmentContent.pixelsMax / 1_000_000) megapixels")
        }
        return .accepted(type)
    }

    private static func size(
        _ type: AttachmentType, _ view: ByteView
    ) -> (width: Int, height: Int)? {
        switch type {
        case .png: png(view)
        case .gif: gif(view)
        default: jpeg(view)
        }
    }

    /// PNG (ISO 15948, section 11.2.2): the first chunk is IHDR, of 13 bytes.
    private static func png(_ view: ByteView) -> (Int, Int)? {
        guard view.holds([0, 0, 0, 13] + Array("IHDR".utf8), at: 8),
            let width = view.big(4, at: 16), let height = view.big(4, at: 20)
        else { return nil }
        return (width, height)
    }

    /// GIF89a, section 18: the logical screen descriptor follows the signature.
    private static func gif(_ view: ByteView) -> (Int, Int)? {
        guard let width = view.little(2, at: 6), let height = view.little(2, at: 8),
            view.count >= 13
        else { return nil }
        return (width, height)
    }

    /// JPEG (ITU T.81, annex B): skips segments up to the frame header, which holds the size.
    private static func jpeg(_ view: ByteView) -> (Int, Int)? {
        var offset = 2
        for _ in 0..<segmentsMax {
            // A marker may be preceded by any number of FF bytes.
            guard view.byte(at: offset) == 0xFF else { return nil }
            while view.byte(at: offset) == 0xFF { offset += 1 }
            guard let marker = view.byte(at: offset) else { return nil }
            offset += 1
            switch marker {
            case 0x01, 0xD0...0xD7: continue
            case 0xD8...0xDA, 0x00: return nil
            default: break
            }
            guard let length = view.big(2, at: offset), length >= 2 else { return nil }
            // SOF0 to SOF15, except DHT, JPG and DAC, whose markers lie in the same range.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                guard let height = view.big(2, at: offset + 3),
                    let width = view.big(2, at: offset + 5)
                else { return nil }
                return (width, height)
            }
            offset += length
        }
        return nil
    }
}
