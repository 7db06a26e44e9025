import Foundation

// Reads objects whose keys ascend, as `JSONWriter` and `JSONCoding.encode` write them.
//
// The members of an object are asked for in the order of their keys. Those that are not asked for
// are skipped, so that replies of a newer service remain readable.
extension JSONScanner {
    /// An object whose members are being read.
    public struct Object: ~Copyable {
        fileprivate var isFirst = true
        /// The key whose value follows; nil after the last member.
        fileprivate var key: JSONTextPlace?
    }

    /// Opens an object.
    public mutating func beginObject(_ bytes: Span<UInt8>) throws(Unusual) -> Object {
        skipBlanks(bytes)
        try take("{", bytes)
        var object = Object()
        try advance(&object, bytes)
        return object
    }

    /// Reads a member that must be present.
    public mutating func member<Value: JSONReadable>(
        _ key: StaticString, of object: inout Object, _ bytes: Span<UInt8>
    ) throws(Unusual) -> Value {
        guard try seek(key, &object, bytes) else { throw Unusual() }
        return try value(&object, bytes)
    }

    /// Reads a member; returns nil if it is absent or `null`.
    public mutating func memberIfPresent<Value: JSONReadable>(
        _ key: StaticString, of object: inout Object, _ bytes: Span<UInt8>
    ) throws(Unusual) -> Value? {
        guard try seek(key, &object, bytes) else { return nil }
        return try value(&object, bytes)
    }

    /// Skips the rest of an object.
    public mutating func endObject(
        _ object: inout Object, _ bytes: Span<UInt8>
    ) throws(Unusual) {
        while object.key != nil { try skip(&object, bytes) }
    }

    /// Skips the members before a key; returns whether the next one has it.
    private mutating func seek(
        _ key: StaticString, _ object: inout Object, _ bytes: Span<UInt8>
    ) throws(Unusual) -> Bool {
        while let next = object.key {
            if next.isText(key, bytes) { return true }
            guard next.precedes(key, bytes) else { return false }
            try skip(&object, bytes)
        }
        return false
    }

    private mutating func value<Value: JSONReadable>(
        _ object: inout Object, _ bytes: Span<UInt8>
    ) throws(Unusual) -> Value {
        let value = try Value(reading: &self, bytes)
        try advance(&object, bytes)
        return value
    }

    private mutating func skip(
        _ object: inout Object, _ bytes: Span<UInt8>
    ) throws(Unusual) {
        try skipValue(bytes)
        try advance(&object, bytes)
    }

    private mutating func advance(
        _ object: inout Object, _ bytes: Span<UInt8>
    ) throws(Unusual) {
        let next = try nextKey(bytes, &object.isFirst)
        if let next {
            guard next.isPlain else { throw Unusual() }
            if let last = object.key, !last.precedes(next, bytes) { throw Unusual() }
        }
        object.key = next
    }

    /// Reads a value of a type that only `JSONDecoder` knows.
    mutating func decoded<Value: Decodable>(
        _ type: Value.Type, _ bytes: Span<UInt8>
    ) throws(Unusual) -> Value {
        let start = at
        try skipValue(bytes)
        let text = unsafe bytes.extracting(start..<at).withUnsafeBytes { unsafe Data($0) }
        guard let value = try? JSONDecoder().decode(type, from: text) else { throw Unusual() }
        return value
    }
}
