import Contracts

/// Reads a JSON Lines file of posts, line by line, in bounded memory.
public struct PostLines<Failure: Error> {
    private var reader: LineReader<Failure>
    /// The unknown keys found so far, at most `ImportColumns.listedMax`.
    public private(set) var ignored: [String] = []

    /// Reads the bytes that `read` returns, in parts of any size; no bytes are the end.
    public init(read: @escaping () throws(Failure) -> [UInt8]) {
        self.init(LineReader(lineBytesMax: PostImportLimit.lineBytesMax, read: read))
    }

    public init(_ reader: LineReader<Failure>) { self.reader = reader }

    /// The next line that is not blank; nil at the end. A line that is not valid has its problems.
    public mutating func next() throws(Failure) -> PostLine? {
        while let line = try reader.next() {
            if line.isTooLong {
                return PostLine(
                    number: line.number,
                    problems: [
                        "row": "The line is longer than \(PostImportLimit.lineBytesMax) bytes"
                    ], bytes: 100)
            }
            guard line.bytes.contains(where: { $0 > 0x20 }) else { continue }
            do throws(ServiceError) {
                return made(try PostFileLine(reading: line.bytes), line)
            } catch {
                return PostLine(number: line.number, problems: error.errors, bytes: 100)
            }
        }
        return nil
    }

    private mutating func made(_ read: PostFileLine, _ line: FileLine) -> PostLine {
        for key in read.unknownKeys where ignored.count < ImportColumns.listedMax {
            if !ignored.contains(key) { ignored.append(key) }
        }
        return PostLine(
            number: line.number, form: read.form, school: read.school, coach: read.coach,
            problems: read.malformed, bytes: line.bytes.count)
    }
}
