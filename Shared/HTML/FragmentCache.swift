internal import Synchronization

/// Markup that depends on few things, such as a page's navigation: written once for each key, and
/// then copied.
public final class FragmentCache<Key: Hashable & Sendable>: Sendable {
    private struct Kept {
        var fragments: [Key: HTMLFragment] = [:]
        var byteCount = 0
    }

    private let bytesMax: Int
    private let kept = Mutex(Kept())

    /// Creates an empty cache. If the fragments have more than `bytesMax` bytes together, all but
    /// the newest are forgotten.
    public init(bytesMax: Int) { self.bytesMax = bytesMax }

    /// The number of bytes kept.
    var byteCount: Int { kept.withLock { $0.byteCount } }

    /// The fragment for a key, written by `write` unless it is kept. What `write` writes must
    /// depend on the key alone.
    func fragment(_ key: Key, _ write: (inout HTMLWriter) -> Void) -> HTMLFragment {
        if let fragment = kept.withLock({ $0.fragments[key] }) { return fragment }
        let fragment = HTMLFragment(capacity: 4_096, write)
        kept.withLock { kept in
            kept.byteCount += fragment.byteCount - (kept.fragments[key]?.byteCount ?? 0)
            if kept.byteCount > bytesMax { kept = Kept(byteCount: fragment.byteCount) }
            kept.fragments[key] = fragment
        }
        return fragment
    }
}

extension HTMLWriter {
    /// Writes the fragment for a key, which `write` makes unless `cache` has it. What `write`
    /// writes must depend on the key alone.
    public mutating func callAsFunction<Key>(
        _ cache: FragmentCache<Key>, _ key: Key, _ write: (inout HTMLWriter) -> Void
    ) {
        self(cache.fragment(key, write))
    }
}
