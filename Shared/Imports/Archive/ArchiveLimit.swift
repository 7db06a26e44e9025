/// Limits of archives of everything, for reading one that may come from anywhere.
public enum ArchiveLimit {
    /// The most files in an archive.
    public static let entriesMax = 100_000
    /// The most bytes of all files together, unpacked: 2 GiB.
    public static let bytesMax = 2_147_483_648
    /// The most bytes of a line that is read back, as of a request.
    public static let lineBytesMax = 1_048_576
    /// The most bytes of an order to the program that packs and unpacks: 32 MiB.
    public static let orderBytesMax = 33_554_432
    /// How many refused records are shown.
    public static let refusalsShownMax = 100
}
