internal import Glibc

/// An append-only byte buffer with a single owner, so that an append is a comparison and a copy. An
/// array checks for uniqueness on every append, which for the many short pieces of a JSON text
/// costs more than the copying.
///
/// The block grows by realloc(3), which moves the pages of a large block instead of copying its
/// bytes.
@safe
public struct ByteBuffer: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var length = 0

    /// The number of bytes.
    @inlinable public var count: Int { length }

    /// Creates an empty buffer with room for `capacity` bytes; it grows as needed.
    public init(capacity: Int) {
        self.capacity = max(capacity, 64)
        unsafe base = Self.block(nil, capacity: self.capacity)
    }

    deinit {
        unsafe free(base)
    }

    /// A copy of the bytes.
    public var bytes: [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: base, count: count))
    }

    /// Returns a copy of the bytes with those of another buffer inserted at `position`.
    public func bytes(inserting other: borrowing ByteBuffer, at position: Int) -> [UInt8] {
        precondition(position >= 0 && position <= count)
        let (base, count) = unsafe (base, count)
        let (inserted, insertedCount) = unsafe (other.base, other.count)
        let total = count + insertedCount
        return unsafe Array(unsafeUninitializedCapacity: total) { bytes, written in
            guard let start = bytes.baseAddress else { return }
            unsafe start.update(from: base, count: position)
            unsafe (start + position).update(from: inserted, count: insertedCount)
            unsafe (start + position + insertedCount).update(
                from: base + position, count: count - position)
            written = total
        }
    }

    /// Appends a byte.
    @inlinable
    @inline(__always)
    public mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        unsafe base[count] = byte
        length &+= 1
    }

    /// Appends a copy of bytes.
    @inlinable
    @inline(__always)
    public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(for: bytes.count)
        if let start = bytes.baseAddress {
            unsafe (base + count).update(from: start, count: bytes.count)
        }
        length &+= bytes.count
    }

    /// Appends the UTF-8 of a literal.
    @inlinable
    @inline(__always)
    public mutating func append(_ text: StaticString) {
        unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a copy of bytes.
    @inlinable
    public mutating func append(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
    }

    /// Appends a copy of the bytes in a range.
    @inlinable
    public mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
        unsafe bytes.withUnsafeBufferPointer {
            unsafe append(UnsafeBufferPointer(rebasing: $0[range]))
        }
    }

    /// Appends exactly `count` bytes, which `write` must initialize.
    @inlinable
    @inline(__always)
    public mutating func append(
        count added: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) {
        makeRoom(for: added)
        unsafe write(UnsafeMutableBufferPointer(start: base + count, count: added))
        length &+= added
    }

    /// Appends the decimal digits of a number, after a minus if it is negative.
    public mutating func append(decimal number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        var digits = 1
        var power = rest / 10
        while power > 0 {
            digits += 1
            power /= 10
        }
        makeRoom(for: digits)
        var place = count + digits
        repeat {
            place -= 1
            unsafe base[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        } while rest > 0
        length += digits
    }

    /// Appends a copy of bytes that are already in the buffer.
    public mutating func appendAgain(from position: Int, count added: Int) {
        precondition(position >= 0 && added >= 0 && position + added <= count)
        makeRoom(for: added)
        unsafe (base + count).update(from: base + position, count: added)
        length &+= added
    }

    @inlinable
    @inline(__always)
    mutating func makeRoom(for added: Int) {
        if added > capacity &- count { grow(by: added) }
    }

    @usableFromInline
    mutating func grow(by added: Int) {
        capacity = max(2 * capacity, count + added)
        unsafe base = Self.block(base, capacity: capacity)
    }

    /// Reallocates a block, which invalidates `other`. Traps when out of memory, as arrays do.
    private static func block(
        _ other: UnsafeMutablePointer<UInt8>?, capacity: Int
    ) -> UnsafeMutablePointer<UInt8> {
        guard let block = unsafe realloc(other, capacity) else {
            preconditionFailure("no memory for \(capacity) bytes")
        }
        return unsafe block.assumingMemoryBound(to: UInt8.self)
    }
}
