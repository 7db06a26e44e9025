internal import CExpat

/// What reads a document of XML. Names come without their prefixes.
protocol XMLHandler: AnyObject {
    /// An element begins.
    func begin(_ name: String, _ attributes: XMLAttributes) throws(WorkbookError)
    /// An element ends.
    func end(_ name: String) throws(WorkbookError)
    /// A piece of text; a text may come in several.
    func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(WorkbookError)
}

/// The attributes of an element.
struct XMLAttributes {
    fileprivate let values: [(name: String, value: String)]

    /// The value of the first attribute with this name, whatever its prefix; nil if there is none.
    subscript(_ name: String) -> String? { values.first { $0.name == name }?.value }
}

/// Reads a document of XML in pieces. A document with a type declaration is refused, so that none
/// can declare an entity.
@safe
final class XMLReader {
    private let parser: XML_Parser
    private let handler: any XMLHandler
    private let part: String
    private var depth = 0
    /// The number of bytes that the parser was given.
    private var given = 0
    private var problem: WorkbookError?

    /// - Parameter part: The name of the document, for errors.
    init(_ part: String, _ handler: any XMLHandler) throws(WorkbookError) {
        guard let parser = unsafe XML_ParserCreate(nil) else {
            throw WorkbookError("There is no memory for the workbook")
        }
        unsafe self.parser = parser
        self.handler = handler
        self.part = part
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetStartElementHandler(parser) { reader, name, attributes in
            unsafe XMLReader.reader(reader).begin(name, attributes)
        }
        unsafe XML_SetEndElementHandler(parser) { reader, name in
            unsafe XMLReader.reader(reader).end(name)
        }
        unsafe XML_SetCharacterDataHandler(parser) { reader, start, count in
            unsafe XMLReader.reader(reader).text(start, Int(count))
        }
        unsafe XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, _ in
            unsafe XMLReader.reader(reader).refuseDeclaration()
        }
        unsafe XML_SetEntityDeclHandler(parser) { reader, _, _, _, _, _, _, _, _ in
            unsafe XMLReader.reader(reader).refuseDeclaration()
        }
    }

    deinit { unsafe XML_ParserFree(parser) }

    /// Reads the next piece. Throws the first error of the document or of the handler.
    func read(_ bytes: [UInt8], isLast: Bool) throws(WorkbookError) {
        let status = unsafe bytes.withUnsafeBytes { buffer in
            unsafe XML_Parse(
                parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(buffer.count), isLast ? 1 : 0)
        }
        if let problem { throw problem }
        guard status == XML_STATUS_OK else {
            throw .damaged("\(part) is not XML")
        }
        given += bytes.count
        guard given - Int(unsafe XML_GetCurrentByteIndex(parser)) <= WorkbookLimit.tokenBytesMax
        else { throw .damaged("\(part) has a tag of over \(WorkbookLimit.tokenBytesMax) bytes") }
    }

    private static func reader(_ pointer: UnsafeMutableRawPointer?) -> XMLReader {
        guard let pointer = unsafe pointer else {
            preconditionFailure("The parser was created without its reader")
        }
        return unsafe Unmanaged<XMLReader>.fromOpaque(pointer).takeUnretainedValue()
    }

    // MARK: What the parser finds

    private func begin(
        _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        depth += 1
        attempt { () throws(WorkbookError) in
            guard depth <= WorkbookLimit.depthMax else {
                throw .damaged("\(part) has over \(WorkbookLimit.depthMax) levels")
            }
            var values: [(name: String, value: String)] = []
            var place = 0
            while let key = unsafe attributes?[place], let value = unsafe attributes?[place + 1] {
                values.append(
                    (unsafe Self.local(key), unsafe String(cString: value)))
                place += 2
            }
            try handler.begin(unsafe Self.local(name), XMLAttributes(values: values))
        }
    }

    private func end(_ name: UnsafePointer<CChar>?) {
        depth -= 1
        attempt { () throws(WorkbookError) in try handler.end(unsafe Self.local(name)) }
    }

    private func text(_ start: UnsafePointer<CChar>?, _ count: Int) {
        guard let start = unsafe start, count > 0 else { return }
        unsafe start.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
            attempt { () throws(WorkbookError) in
                try unsafe handler.text(UnsafeBufferPointer(start: bytes, count: count))
            }
        }
    }

    private func refuseDeclaration() {
        attempt { () throws(WorkbookError) in
            throw .damaged("\(part) has a document type, which a workbook never has")
        }
    }

    /// Keeps the first error and stops the parser. It may still report a few things, which are
    /// passed over.
    private func attempt(_ body: () throws(WorkbookError) -> Void) {
        guard problem == nil else { return }
        do throws(WorkbookError) {
            try body()
        } catch {
            problem = error
            _ = unsafe XML_StopParser(parser, 0)
        }
    }

    /// A name without its prefix.
    private static func local(_ name: UnsafePointer<CChar>?) -> String {
        guard let name = unsafe name else { return "" }
        let text = unsafe String(cString: name)
        guard let colon = text.lastIndex(of: ":") else { return text }
        return String(text[text.index(after: colon)...])
    }
}
