internal import Base

/// Markup that depends on few things, such as a page's navigation: written once for each key, and
/// then copied.
public final class FragmentCache<Key: Hashable & Sendable>: Sendable {
    private let kept: RecentValues<Key, HTMLFragment>

    /// Creates an empty cache. If the fragments have more than `bytesMax` bytes together, all but
    /// the newest are forgotten.
    public init(bytesMax: Int) { kept = RecentValues(bytesMax: bytesMax) }

    /// The number of bytes kept.
    var byteCount: Int { kept.byteCount }

    /// The fragment for a key, written by `write` unless it is kept. What `write` writes must
    /// depend on the key alone.
    func fragment(_ key: Key, _ write: (inout HTMLWriter) -> Void) -> HTMLFragment {
        if let fragment = kept[key] { return fragment }
        let fragment = HTMLFragment(capacity: 4_096, write)
        kept.keep(fragment, for: key, byteCount: fragment.byteCount)
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
