internal import CSQLite

/// FTS5's tokenizer `unicode61 remove_diacritics 2`, which folds case and accents.
@safe
final class WordSplitter {
    private var tokenizer = fts5_tokenizer()
    private var instance: OpaquePointer?

    /// Creates the tokenizer and makes `search_rank` known to the connection.
    fileprivate init(_ connection: Connection) throws(SQLiteError) {
        guard let api = unsafe csqlite_fts5_api(connection.handle) else {
            throw SQLiteError(
                code: .error, message: "this SQLite library has no FTS5; install Debian's")
        }
        try connection.check(
            unsafe csqlite_make_tokenizer(api, &tokenizer, &instance), call: "xCreate")
        try connection.check(unsafe csqlite_add_search_rank(api), call: "xCreateFunction")
    }

    deinit {
        if let instance = unsafe instance { unsafe tokenizer.xDelete?(instance) }
    }

    fileprivate func words(of text: String) -> (words: [String], code: Int32) {
        var text = text
        var words: [String] = []
        let code = unsafe withUnsafeMutablePointer(to: &words) { words in
            text.withUTF8 { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                    // Without words there is nothing to split, and no address either.
                    guard let base = characters.baseAddress,
                        let split = unsafe tokenizer.xTokenize
                    else { return SQLITE_OK }
                    return unsafe split(
                        instance, words, FTS5_TOKENIZE_DOCUMENT, base,
                        Int32(clamping: characters.count), Self.take)
                }
            }
        }
        return (words, code)
    }

    /// Receives one word from the tokenizer.
    private static let take:
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
        ) -> Int32 = { words, _, word, length, _, _ in
            guard let words = unsafe words, let word = unsafe word else { return SQLITE_OK }
            let bytes = unsafe UnsafeRawBufferPointer(start: word, count: Int(length))
            unsafe words.assumingMemoryBound(to: [String].self).pointee
                .append(String(decoding: bytes, as: UTF8.self))
            return SQLITE_OK
        }
}

extension Connection {
    /// Returns the words of a text as the index of searches holds them: in lower case, without
    /// accents and punctuation.
    ///
    /// From the first call on, statements can use `search_rank(TABLE, WEIGHT, …, BEGINNINGS)`, with
    /// a weight for each column: how well a row of an FTS5 table matches, higher for better
    /// matches. `BEGINNINGS` has a byte for each phrase, 0 for one that belongs to the term before.
    public func words(of text: String) throws(SQLiteError) -> [String] {
        if splitter == nil { splitter = try WordSplitter(self) }
        let (words, code) = splitter?.words(of: text) ?? ([], SQLITE_OK)
        try check(code, call: "xTokenize")
        return words
    }
}
