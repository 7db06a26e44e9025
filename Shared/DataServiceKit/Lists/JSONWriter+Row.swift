public import Contracts
public import Storage

extension JSONWriter {
    /// Writes the text of a column, escaped, or `null`, without creating a `String`.
    public mutating func text(_ column: Int32, of row: borrowing Row) {
        row.withOctetsOrNil(column) { octets in
            guard let octets else { return null() }
            unsafe octets.withUnsafeBufferPointer { unsafe string(utf8: $0) }
        }
    }
}
