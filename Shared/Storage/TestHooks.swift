#if DEBUG
    internal import Glibc
    internal import Synchronization

    /// Seeded bugs and kill points for tests; not part of release builds.
    ///
    /// `COMPASS_TEST_HOOKS` lists names separated by commas. `kill-NAME:N` kills the process when
    /// it reaches the point NAME for the N-th time (first time without N). Any other name is a
    /// switch.
    ///
    /// For long-running processes, `COMPASS_TEST_ARMED` names a folder in which a test creates
    /// empty files. `kill-NAME` kills the process at that point and `halt-NAME` stops it there
    /// (SIGSTOP); both work once and remove the file. `hold-NAME` blocks every thread at the point
    /// until the test removes the file.
    public enum TestHooks {
        private static let names: [String: Int] = {
            guard let text = unsafe getenv("COMPASS_TEST_HOOKS") else { return [:] }
            var names: [String: Int] = [:]
            for item in unsafe String(cString: text).split(separator: ",") {
                let parts = item.split(separator: ":", maxSplits: 1)
                guard let name = parts.first else { continue }
                names[String(name)] = parts.count > 1 ? Int(parts[1]) ?? 1 : 1
            }
            return names
        }()

        private static let armed: String? = unsafe getenv("COMPASS_TEST_ARMED").map {
            unsafe String(cString: $0)
        }

        private static let reached = Mutex<[String: Int]>([:])

        /// Returns whether the switch is on.
        public static func isOn(_ name: String) -> Bool { names[name] != nil }

        /// Marks a point in the code at which tests can kill, stop or hold the process.
        public static func reach(_ point: String) {
            if let armed {
                if unsafe unlink("\(armed)/kill-\(point)") == 0 { _ = kill(getpid(), SIGKILL) }
                if unsafe unlink("\(armed)/halt-\(point)") == 0 { _ = kill(getpid(), SIGSTOP) }
                while unsafe access("\(armed)/hold-\(point)", F_OK) == 0 { _ = usleep(1_000) }
            }
            guard let wanted = names["kill-" + point] else { return }
            let count = reached.withLock { counts in
                counts[point, default: 0] += 1
                return counts[point, default: 0]
            }
            if count >= wanted { _ = kill(getpid(), SIGKILL) }
        }

        /// Widens the race of a seeded bug, so that a random kill finds it. On a busy machine,
        /// another thread needs this long to pass an answer on.
        public static func widenRace() { _ = usleep(25_000) }
    }
#endif
