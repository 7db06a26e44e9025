import CZeroMQ

/// The name that the system shows for a thread.
public enum ThreadName {
    /// The longest name in bytes; the kernel truncates longer ones (prctl(2), PR_SET_NAME).
    public static let bytesMax = 15

    /// Sets the name of the calling thread.
    public static func set(_ name: String) {
        unsafe compass_thread_set_name(name)
    }
}
