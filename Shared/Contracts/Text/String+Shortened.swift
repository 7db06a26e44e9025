extension String {
    /// The text if it has at most `charactersMax` characters, or else its beginning with an
    /// ellipsis, together as many.
    public func shortened(to charactersMax: Int) -> String {
        guard utf8.count > charactersMax else { return self }
        guard let plain = plainEnd(charactersMax) else {
            guard let limit = index(startIndex, offsetBy: charactersMax, limitedBy: endIndex),
                limit < endIndex
            else { return self }
            return String(prefix(charactersMax - 1)) + "…"
        }
        // A Substring plus a String would count the characters of both.
        return String(self[..<plain]) + "…"
    }

    /// Where to cut a longer text whose first bytes are a character each; nil if they may not be.
    /// Of ASCII, only CR and LF together are one character.
    private func plainEnd(_ charactersMax: Int) -> String.Index? {
        let isPlain = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe bytes.prefix(charactersMax + 1).allSatisfy { $0 < 0x80 && $0 != 0x0D }
        }
        guard isPlain == true else { return nil }
        return utf8.index(startIndex, offsetBy: charactersMax - 1)
    }
}
