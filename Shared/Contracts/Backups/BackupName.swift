/// The name of a backup's file, such as `compass-20261122T110503Z.tar`, or `…Z-2.tar.enc` for the
/// second backup of a second. A file has such a name only once it is complete. Names are ordered by
/// their time.
public struct BackupName: Hashable, Comparable, Sendable {
    public let text: String
    /// When the backup was made, to the second.
    public let madeAt: Instant
    /// The place among the backups of the same second, from 1.
    private let number: Int

    /// Makes a name.
    public init(madeAt: Instant, number: Int, isEncrypted: Bool) {
        let digits = madeAt.text.prefix(19).filter { $0 != "-" && $0 != ":" }
        let ending = isEncrypted ? ".tar.enc" : ".tar"
        text = "compass-\(digits)Z" + (number == 1 ? "" : "-\(number)") + ending
        self.madeAt = madeAt
        self.number = number
    }

    /// Reads a name; nil for another file.
    public init?(_ name: String) {
        let pattern = /compass-([0-9]{8})T([0-9]{6})Z(-[0-9]{1,6})?\.tar(\.enc)?/
        guard let match = name.wholeMatch(of: pattern) else { return nil }
        let (day, time) = (match.1, match.2)
        let date = "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))"
        let clock = "\(time.prefix(2)):\(time.dropFirst(2).prefix(2)):\(time.suffix(2))"
        guard let madeAt = Instant(text: "\(date)T\(clock)Z") else { return nil }
        text = name
        self.madeAt = madeAt
        number = match.3.flatMap { Int($0.dropFirst()) } ?? 1
    }

    public static func < (left: BackupName, right: BackupName) -> Bool {
        (left.madeAt, left.number) < (right.madeAt, right.number)
    }
}
