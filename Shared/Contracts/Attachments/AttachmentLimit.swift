/// Limits of attached files.
public enum AttachmentLimit {
    /// Size of a file, in octets: 10 MiB (D-17).
    public static let fileOctetsMax = 10_485_760
    /// Files of one interaction (D-17).
    public static let filesMax = 20
    /// Files of one family together, unfinished and removed ones included, in octets (S46).
    public static let familyOctetsMax = 209_715_200
    /// Length of a file's name in UTF-8, in octets: what file systems allow.
    public static let nameOctetsMax = 255
    /// What one request appends or fetches, in octets. In base 64 it takes 245,760 octets, which
    /// leaves 16 KiB of a frame of 256 KiB for the rest of the message.
    public static let chunkOctetsMax = 184_320
}
