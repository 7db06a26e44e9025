import CTerminal

/// The core files that the system writes when a program crashes.
public enum CoreFiles {
    /// Disables core files for this process and its children. A core file would contain keys,
    /// passports and texts, readable long after their deletion. The log records the cause of a
    /// crash instead.
    public static func forbid() {
        _ = compass_forbid_core_files()
    }
}
