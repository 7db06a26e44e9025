#if DEBUG
    internal import Glibc
    internal import Synchronization

    /// Seeded bugs and kill points for tests, named in `COMPASS_TEST_HOOKS` with commas between.
    /// `kill-NAME:N` kills the process when the point NAME is reached the N-th time (1 without N);
    /// any other name is a switch. A test that runs a process for long names a folder in
    /// `COMPASS_TEST_ARMED` instead and puts an empty file there: `kill-NAME` kills the process at
    /// that point once, `halt-NAME` stops it there (SIGSTOP); the file is gone then. `hold-NAME`
    /// holds every thread that reaches the point until the test has removed the file. Release
    /// builds have none of this.
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

        /// True when the switch is on.
        public static func isOn(_ name: String) -> Bool { names[name] != nil }

        /// Marks a point of the code; kills the process when that was asked for.
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

        /// Widens a race that a seeded bug opens, so that a random kill finds it.
        public static func widenRace() { _ = usleep(3_000) }
    }
#endif
