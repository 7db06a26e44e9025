internal import Glibc

/// The free space of file systems.
public enum FreeSpace {
    /// Returns the bytes that this user may still write on the file system of a path (statvfs(3));
    /// nil if that is unknown.
    public static func bytes(at path: String) -> Int64? {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        let (free, isOver) = UInt64(status.f_bavail)
            .multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isOver ? .max : Int64(clamping: free)
    }
}
