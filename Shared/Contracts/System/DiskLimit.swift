/// The thresholds of disk usage for the warning that a disk is nearly full.
public enum DiskLimit {
    /// The log and `service status` warn from this percentage on.
    public static let warnedPercent: Int64 = 90
    /// The warning ends below this percentage. The gap keeps a disk near the limit from causing a
    /// new warning each minute.
    public static let calmPercent: Int64 = 85
}
