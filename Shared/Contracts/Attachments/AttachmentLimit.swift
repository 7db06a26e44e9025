/// Limits of attached files.
public enum AttachmentLimit {
    /// The maximum size of a file, in bytes: 10 MiB (D-17).
    public static let fileBytesMax = 10_485_760
    /// The maximum number of files of one interaction (D-17).
    public static let filesMax = 20
    /// The maximum total size of a family's files, in bytes, including unfinished and removed ones.
    public static let familyBytesMax = 209_715_200
    /// The maximum length of a file's name in UTF-8, in bytes, as in most file systems.
    public static let nameBytesMax = 255
    /// The number of bytes that one request appends or fetches. In base 64 that is 245,760 bytes,
    /// which leaves 16 KiB of a frame of 256 KiB for the rest of the message.
    public static let chunkBytesMax = 184_320
}
