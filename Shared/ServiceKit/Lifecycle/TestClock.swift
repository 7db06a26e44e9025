#if DEBUG
    import Glibc

    /// Moves the clocks of a process while it runs, for tests of whole systems:
    /// `COMPASS_TEST_CLOCK` names a file of two 64-bit numbers, the milliseconds by which the time
    /// of day and the machine's clock are ahead. Whoever writes into it moves them at once. Release
    /// builds have none of this.
    @safe struct TestClock: @unchecked Sendable {
        // @unchecked: the memory is only read here; another process writes whole numbers into it.
        static let shared = TestClock()

        private static let bytes = 16
        private let numbers: UnsafePointer<Int64>

        /// By how many milliseconds the time of day is ahead.
        var timeOfDay: Int64 { unsafe numbers[0] }
        /// The same of the machine's clock.
        var machine: Int64 { unsafe numbers[1] }

        private init?() {
            guard let path = unsafe getenv("COMPASS_TEST_CLOCK") else { return nil }
            let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            let memory = unsafe mmap(nil, Self.bytes, PROT_READ, MAP_SHARED, file, 0)
            guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return nil }
            unsafe numbers = UnsafePointer(memory.assumingMemoryBound(to: Int64.self))
        }
    }
#endif
