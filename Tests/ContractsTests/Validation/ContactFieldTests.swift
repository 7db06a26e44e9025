import Testing

@testable import Contracts

// DOMAIN, Field rules.
@Suite struct ContactFieldTests {
    private func coach(_ field: String, _ value: String) throws(ServiceError) -> CoachInput {
        try accepted(
            AddCoach.self, object(["first_name": "A", "last_name": "B", field: value]))
    }

    private func text(_ field: String, _ value: String) -> String? {
        refusedFields(
            AddCoach.self, object(["first_name": "A", "last_name": "B", field: value]))[field]
    }

    @Test(arguments: [
        "a@b.c", "coach.smith+x@sub.school.edu", "ü@exämple.org", "a@b.c.d", "!#$@x.io",
        String(repeating: "a", count: 251) + "@b.c",
    ])
    func emailAddressesAreTaken(address: String) {
        #expect(EmailAddress.isValid(address))
        #expect(text("email", address) == nil)
    }

    @Test(arguments: [
        "a", "a@b", "@b.c", "a@", "a@.c", "a@b.", "a@b..c", "a@@b.c", "a@b@c.d", "a b@c.d",
        "a@b .c", "a@b.c\u{7F}", "a\u{A0}@b.c", "a@\u{301}b.c", "@.co", "a\u{1}@b.co",
        String(repeating: "a", count: 252) + "@b.c",
    ])
    func otherTextIsNoEmailAddress(address: String) {
        #expect(!EmailAddress.isValid(address))
        let seen = address.visibleLine
        if seen == address || !EmailAddress.isValid(seen) {
            #expect(text("email", address) == "Please enter a valid email address")
        }
    }

    @Test func emailIsTrimmedAndStoredInLowerCase() throws {
        #expect(try coach("email", " a@b.c ").email == "a@b.c")
        #expect(try coach("email", "Pat.DOYLE@Duke.EDU").email == "pat.doyle@duke.edu")
    }

    @Test(arguments: [
        "5551234567", "(555) 123-4567", "555.123.4567", "555-123-4567", "+15551234567",
        "+1 (555) 123-4567", " 555 123 4567 ", "+1-555-123-4567", "1 555 123 4567",
        "15551234567", "555-123-4567 x5", "(555) 123-4567 ext. 12", "555-123-4567, ext 123456",
        "cell: 555-123-4567", "555-123-4567 (office)", "555-123-4567 / 555-123-4568",
        "cell 555-123-4567 office 555-123-4568 x12", "555-123-4567 or 1-555-123-4568",
    ])
    func phoneNumbersAreTakenAsTyped(number: String) throws {
        #expect(try coach("phone", number).phone == number.trimmed)
    }

    // Copied from an address book or a web page.
    @Test(arguments: [
        ("\u{202A}(555) 123-4567\u{202C}", "(555) 123-4567"),
        ("\u{200E}+1 555-123-4567\u{A0}", "+1 555-123-4567"),
        ("555\u{A0}123\u{A0}4567\u{200B}", "555 123 4567"), ("555\n1234567", "555 1234567"),
        ("555\u{2013}123\u{2011}4567", "555-123-4567"),
    ])
    func whatNobodySeesGoesFromNumbers(number: String, stored: String) throws {
        #expect(try coach("phone", number).phone == stored)
    }

    @Test(
        arguments: [
            ("cell: (919) 555-0100 / office: 919-555-0199 x3", "9195550100", nil),
            ("1-919-555-0100", "9195550100", nil), ("919.555.0100 ext. 12", "9195550100", "12"),
            ("919-555-0100 x123 or 919-555-0199", "9195550100", "123"),
            ("+19195550100", "9195550100", nil),
        ] as [(String, String, String?)])
    func theFirstNumberIsDialed(text: String, digits: String, ext: String?) throws {
        let phone = try #require(TypedPhone(text))
        #expect(phone.first == TypedPhone.Number(digits: digits, extension: ext))
        #expect(TypedPhone(phone.text) == phone)
    }

    @Test(arguments: [
        "555123456", "55512345678", "25551234567", "+25551234567", "+44 20 7946 0958",
        "555/123/4567", "phone", "٥٥٥١٢٣٤٥٦٧", "5\u{301}551234567", "5\u{FE0F}\u{20E3}551234567",
        "+1", "555-123-4567 x1234567", "call 555-123-4567 after 5", "555-123-45678",
        "555 123 4567" + String(repeating: " ", count: CoachLimit.phoneMax - 12) + ".",
    ])
    func otherTextIsNoPhoneNumber(number: String) {
        #expect(text("phone", number) == "Please enter a valid phone number")
    }

    @Test(arguments: ["a", "@a", "A_9", "abcdefghijklmno", "@abcdefghijklmno"])
    func twitterHandlesStayAsTyped(handle: String) throws {
        #expect(try coach("twitter_handle", handle).twitterHandle == handle)
    }

    @Test(arguments: ["@", "abcdefghijklmnop", "@abcdefghijklmnop", "a.b", "a b", "é", "@@a"])
    func otherTextIsNoTwitterHandle(handle: String) {
        #expect(
            text("twitter_handle", handle)
                == "Invalid Twitter handle (1-15 characters, letters/numbers/underscore)")
    }

    @Test(arguments: [
        ("a", "a"), ("@a.b_9", "a.b_9"),
        ("@" + String(repeating: "a", count: 30), String(repeating: "a", count: 30)),
    ])
    func instagramHandlesLoseTheirAtSign(handle: String, stored: String) throws {
        #expect(try coach("instagram_handle", handle).instagramHandle == stored)
    }

    @Test(arguments: ["@", "a-b", "é", "@@a", String(repeating: "a", count: 31)])
    func otherTextIsNoInstagramHandle(handle: String) {
        #expect(
            text("instagram_handle", handle)
                == "Invalid Instagram handle (1-30 characters, letters/numbers/dots/underscore)")
    }

    @Test(arguments: [
        "mailto:pat@duke.example", "<pat@duke.example>", "pat@duke.example;",
        "\"pat@duke.example\"", "pat@duke.example\u{200B}", "pat@duke.example\u{A0}",
        "Pat Sample <Pat@Duke.example>", "\"Sample, Pat\" <pat@duke.example>;",
        "MAILTO:pat@duke.example?subject=Hello", "<mailto:pat@duke.example>", "(pat@duke.example)",
        "\u{FEFF}pat@duke.example,",
    ])
    func theAddressAloneIsStored(typed: String) throws {
        #expect(try coach("email", typed).email == "pat@duke.example")
    }

    @Test(arguments: [
        "a@b.c; d@e.f", "Pat <a@b.c> <d@e.f>", "mailto:", "<>", "Pat <>",
    ])
    func severalAddressesAreRefused(typed: String) {
        #expect(text("email", typed) == "Please enter a valid email address")
    }

    @Test(arguments: [
        "https://x.com/CoachSmith?s=21", "twitter.com/CoachSmith", "https://www.x.com/CoachSmith/",
        "http://mobile.twitter.com/CoachSmith/status/12345", "https://x.com/@CoachSmith#bio",
        "\u{200B}CoachSmith ", "<https://twitter.com/CoachSmith>",
    ])
    func twitterAddressesBecomeHandles(typed: String) throws {
        #expect(try coach("twitter_handle", typed).twitterHandle == "CoachSmith")
    }

    @Test(arguments: [
        "instagram.com/coach.smith/", "https://www.instagram.com/coach.smith/?hl=en",
        "@coach.smith", "https://instagr.am/coach.smith",
    ])
    func instagramAddressesBecomeHandles(typed: String) throws {
        #expect(try coach("instagram_handle", typed).instagramHandle == "coach.smith")
    }

    @Test(arguments: [
        ("twitter_handle", "https://facebook.com/CoachSmith"), ("twitter_handle", "https://x.com/"),
        ("twitter_handle", "https://x.com/i/user/12"),
        ("instagram_handle", "https://instagram.com/p/Cabc123/"),
        ("instagram_handle", "https://x.com/CoachSmith"),
    ])
    func otherAddressesAreNoHandles(field: String, typed: String) {
        #expect(text(field, typed)?.hasPrefix("Invalid") == true)
    }

    @Test(arguments: [
        ("www.school.example", "https://www.school.example"),
        ("school.example/baseball?x=1", "https://school.example/baseball?x=1"),
        ("<http://school.example>", "http://school.example"),
        ("HTTPS://School.example;", "HTTPS://School.example"),
    ])
    func hostsGetAScheme(typed: String, stored: String) {
        #expect(TypedAddress.web(typed) == stored)
        #expect(TypedAddress.web(stored) == stored)
    }

    @Test(arguments: ["school", "ftp://school.example", "1.5", "a b.example", "a..example", ""])
    func otherTextsGetNoScheme(typed: String) { #expect(TypedAddress.web(typed) == typed) }

    // Format and control characters are in no text of one line.
    @Test(arguments: ["\u{200B}", "\u{202E}", "\u{FEFF}", "\u{AD}", "\u{7}", "\u{2066}"])
    func whatNobodySeesGoesFromNames(mark: String) throws {
        let input = try accepted(
            AddCoach.self,
            object(["first_name": "\(mark)A\(mark)nn\u{A0}", "last_name": "L\(mark)ee\n"]))
        #expect(input.firstName == "Ann" && input.lastName == "Lee")
    }

    @Test func emojiStayWhole() {
        for text in ["👨‍👩‍👧 day", "❤️‍🔥", "🏳️‍🌈", "⚾️"] { #expect(text.visibleLine == text) }
        #expect("a\u{200D}b".visibleLine == "ab")
        #expect("\u{200D}⚾".visibleLine == "⚾")
    }

    // Optional text: absent, null and empty all mean "none".
    @Test(arguments: ["email", "phone", "twitter_handle", "instagram_handle", "notes"])
    func absentNullAndEmptyMeanNone(field: String) throws {
        let names = #""first_name":"A","last_name":"B""#
        for json in [
            "{\(names)}", "{\(names),\"\(field)\":null}", "{\(names),\"\(field)\":\"\"}",
        ] {
            let input = try accepted(AddCoach.self, json)
            #expect(input.email == nil)
            #expect(input.phone == nil)
            #expect(input.twitterHandle == nil)
            #expect(input.instagramHandle == nil)
            #expect(input.notes == nil)
        }
    }

    @Test(arguments: ["email", "phone", "twitter_handle", "instagram_handle", "notes", "role"])
    func theWrongKindOfValueIsRefused(field: String) {
        let json = "{\"first_name\":\"A\",\"last_name\":\"B\",\"\(field)\":7}"
        #expect(refusedFields(AddCoach.self, json).keys.sorted() == [field])
    }

    @Test(arguments: [
        "UTC", "GMT", "America/New_York", "Pacific/Auckland", "Asia/Kathmandu", "US/Eastern",
        "Asia/Calcutta", "Etc/GMT+5", "EST5EDT", "Japan", "America/Argentina/Buenos_Aires",
    ])
    func zonesOfTheDatabaseAreKnown(name: String) {
        #expect(Zone.isKnown(name))
    }

    @Test(arguments: [
        "", "Mars/Olympus", "America/New York", "../../etc/passwd", "/etc/localtime",
        "America/New_York\n", "America", String(repeating: "A", count: 65), "\u{1}",
        "CST", "PST", "BST", "IST", "EST", "MST", "HST", "CET", "ECT", "GMT+5", "UTC-03:00", "gmt",
    ])
    func otherNamesAreNoZone(name: String) {
        #expect(!Zone.isKnown(name))
    }
}
