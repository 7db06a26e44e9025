/// When the disk of a home counts as nearly full.
public enum DiskLimit {
    /// From so many percent on the log and `service status` warn.
    public static let warnedPercent: Int64 = 90
    /// Below so many percent the warning ends: a disk at the edge warns once, not each minute.
    public static let calmPercent: Int64 = 85
}
