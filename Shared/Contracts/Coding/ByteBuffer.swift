import Foundation

/// An append-only byte buffer with a single owner, so that an append is a comparison and a copy. An
/// array checks for uniqueness on every append, which for the many short pieces of a JSON text
/// costs more than the copying.
///
/// The block grows by realloc(3), which moves the pages of a large block instead of copying its
/// bytes.
@safe
struct ByteBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    /// Creates an empty buffer with room for `capacity` bytes; it grows as needed.
    init(capacity: Int) {
        self.capacity = max(capacity, 64)
        unsafe base = Self.block(nil, capacity: self.capacity)
    }

    deinit {
        unsafe free(base)
    }

    /// A copy of the bytes.
    var bytes: [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: base, count: count))
    }

    /// Returns a copy of the bytes with those of another buffer inserted at `position`.
    func bytes(inserting other: borrowing ByteBuffer, at position: Int) -> [UInt8] {
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

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        unsafe base[count] = byte
        count &+= 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        makeRoom(for: bytes.count)
        if let start = bytes.baseAddress {
            unsafe (base + count).update(from: start, count: bytes.count)
        }
        count &+= bytes.count
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
    }

    /// Appends exactly `count` bytes, which `write` must initialize.
    @inline(__always)
    mutating func append(
        count added: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) {
        makeRoom(for: added)
        unsafe write(UnsafeMutableBufferPointer(start: base + count, count: added))
        count &+= added
    }

    /// Appends a copy of bytes that are already in the buffer.
    mutating func appendAgain(from position: Int, count added: Int) {
        precondition(position >= 0 && added >= 0 && position + added <= count)
        makeRoom(for: added)
        unsafe (base + count).update(from: base + position, count: added)
        count &+= added
    }

    @inline(__always)
    private mutating func makeRoom(for added: Int) {
        if added > capacity &- count { grow(by: added) }
    }

    private mutating func grow(by added: Int) {
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
