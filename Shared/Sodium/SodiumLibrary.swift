import CSodium

/// The one `sodium_init` of the process. Every call that needs the library goes through `ready()`.
enum SodiumLibrary {
    // A lazy static runs once, whatever thread comes first; sodium_init answers 0 or 1 on success.
    private static let isInitialized = sodium_init() >= 0

    /// Whether the library may be used; initialises it on the first call.
    static func ready() throws(SodiumError) {
        guard isInitialized else {
            throw SodiumError(
                .libraryUnavailable,
                "libsodium could not start: no randomness from the kernel (getrandom)")
        }
    }
}
