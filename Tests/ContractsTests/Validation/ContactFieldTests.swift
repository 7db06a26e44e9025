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
        #expect(text("email", address) == "Please enter a valid email address")
    }

    @Test func emailIsTrimmedAndStoredInLowerCase() throws {
        #expect(try coach("email", " a@b.c ").email == "a@b.c")
        #expect(try coach("email", "Pat.DOYLE@Duke.EDU").email == "pat.doyle@duke.edu")
    }

    @Test(arguments: [
        "5551234567", "(555) 123-4567", "555.123.4567", "555-123-4567", "+15551234567",
        "+1 (555) 123-4567", " 555 123 4567 ", "+1-555-123-4567",
    ])
    func phoneNumbersAreTakenAsTyped(number: String) throws {
        #expect(try coach("phone", number).phone == number.trimmed)
    }

    @Test(arguments: [
        "555123456", "55512345678", "1 555 123 4567", "+25551234567", "555-123-4567 x5",
        "555/123/4567", "phone", "٥٥٥١٢٣٤٥٦٧", "5\u{301}551234567", "5\u{FE0F}\u{20E3}551234567",
        "555\n1234567", "+1", "555 123 4567" + String(repeating: " ", count: 30) + ".",
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
