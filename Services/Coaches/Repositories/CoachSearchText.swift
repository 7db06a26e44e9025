import Contracts

/// What a search for coaches looks in (CO-05, D-32).
struct CoachSearchText {
    /// Full name, e-mail, phone, notes and handles, folded.
    let folded: String
    /// The phone number without its punctuation and without its country code.
    let phoneDigits: String?

    init(
        firstName: String, lastName: String, email: String?, phone: String?, notes: String?,
        twitterHandle: String?, instagramHandle: String?
    ) {
        // First and last name stand in the full name.
        folded =
            SearchFolding.fold(fields: [
                "\(firstName) \(lastName)", email, phone, notes, twitterHandle, instagramHandle,
            ]) ?? ""
        phoneDigits = phone.flatMap { Self.digits(of: $0) }
    }

    init(_ coach: Coach) {
        self.init(
            firstName: coach.firstName, lastName: coach.lastName, email: coach.email,
            phone: coach.phone, notes: coach.notes, twitterHandle: coach.twitterHandle,
            instagramHandle: coach.instagramHandle)
    }

    /// The digits of a text that may be (a part of) a phone number, whatever stands between them,
    /// without `+1`; `nil` for any other text.
    static func digits(of text: String) -> String? {
        let bytes = text.utf8.drop { $0 == UInt8(ascii: " ") }
        let rest = bytes.starts(with: "+1".utf8) ? bytes.dropFirst(2) : bytes
        let digits = rest.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty, rest.count - digits.count == rest.count(where: Self.isPunctuation)
        else { return nil }
        // Ten digits are a number; an eleventh before them is the country's.
        let isLong = digits.count == 11 && digits.first == UInt8(ascii: "1")
        return String(decoding: isLong ? digits.dropFirst() : digits[...], as: UTF8.self)
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool { "()-. ".utf8.contains(byte) }
}
