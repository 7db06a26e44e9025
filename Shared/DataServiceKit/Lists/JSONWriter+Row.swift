public import Contracts
public import Storage

extension JSONWriter {
    /// Writes the text of a column, escaped, or `null`: no `String` is made on the way.
    public mutating func text(_ column: Int32, of row: borrowing Row) {
        row.withBytesOrNil(column) { bytes in
            guard let bytes else { return null() }
            unsafe bytes.withUnsafeBufferPointer { unsafe string(utf8: $0) }
        }
    }
}
