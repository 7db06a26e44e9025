import CSodium

/// Initializes libsodium once per process. Every call that needs the library calls `ready()` first.
enum SodiumLibrary {
    // A static property is initialized once on any thread; sodium_init returns 0 or 1 on success.
    private static let isInitialized = sodium_init() >= 0

    /// Throws if the library is unusable; initializes it on the first call.
    static func ready() throws(SodiumError) {
        guard isInitialized else {
            throw SodiumError(
                .libraryUnavailable,
                "libsodium could not start: no randomness from the kernel (getrandom)")
        }
    }
}
