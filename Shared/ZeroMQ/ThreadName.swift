import CZeroMQ

/// The name that the system shows for a thread.
public enum ThreadName {
    /// Longer names are cut (prctl(2), PR_SET_NAME).
    public static let bytesMax = 15

    /// Names the calling thread.
    public static func set(_ name: String) {
        unsafe compass_thread_set_name(name)
    }
}
