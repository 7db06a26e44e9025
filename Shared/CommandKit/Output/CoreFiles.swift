import CTerminal

/// Core files, which the system writes when a program crashes.
public enum CoreFiles {
    /// Writes none for this process and those that it starts. A core file would hold keys,
    /// passports and texts, readable long after they were deleted. What leads to a crash is in the
    /// log.
    public static func forbid() {
        _ = compass_forbid_core_files()
    }
}
