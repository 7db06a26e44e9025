import Testing

@testable import Contracts

@Suite struct PeopleFormTests {
    private static let password = "correct horse battery"
    private static let form = [
        "email": "Jo@X.edu", "full_name": " Jo Smith ", "role": "player", "password": password,
    ]

    private func refused(_ changes: [String: String]) -> [String: String] {
        refusedFields(SignUp.self, object(Self.form.merging(changes) { $1 }))
    }

    @Test func signUpLowersTheAddressAndTrimsTheName() throws {
        let input = try accepted(SignUp.self, object(Self.form))
        #expect(input.email == "jo@x.edu")
        #expect(input.fullName == "Jo Smith")
        #expect(input.role == .player)
        #expect(input.password == Self.password)
        #expect(input.timeZone == "UTC")
    }

    @Test func signUpReportsAllRefusedFieldsTogether() {
        #expect(
            refusedFields(SignUp.self, #"{"time_zone":"x"}"#) == [
                "email": "Please enter a valid email address",
                "full_name": "Please enter your name (1-200 characters)",
                "role": "Please choose a role: player or parent",
                "password": "Password must have at least 15 characters",
                "time_zone": "Unknown time zone (use a name such as America/New_York)",
            ])
    }

    @Test(arguments: SignUp.Request.fieldNames)
    func signUpRefusesTheWrongKindOfValue(field: String) {
        let rest = Self.form.filter { $0.key != field }.map { "\"\($0.key)\":\"\($0.value)\"" }
        let json = "{\"\(field)\":[],\(rest.joined(separator: ","))}"
        #expect(refusedFields(SignUp.self, json).keys.sorted() == [field])
    }

    // DOMAIN: 15–256 characters, any Unicode; not trimmed.
    @Test func passwordsAreCountedInCharacters() {
        for character in ["a", " ", "e\u{301}", "👨‍👩‍👧‍👦"] {
            for (count, text) in [
                (14, "Password must have at least 15 characters"), (15, nil), (256, nil),
                (257, "Password must have at most 256 characters"),
            ] {
                let password = String(repeating: character, count: count)
                #expect(refused(["password": password])["password"] == text)
            }
        }
    }

    @Test func namesOfTwoHundredCharactersAreTakenAndOneMoreIsNot() {
        let full = String(repeating: "e\u{301}", count: 200)
        #expect(refused(["full_name": full]) == [:])
        #expect(refused(["full_name": full + "a"]).keys.sorted() == ["full_name"])
        #expect(refused(["full_name": " \n"]).keys.sorted() == ["full_name"])
    }

    @Test func loginTellsNothingOfTheRules() throws {
        let input = try accepted(
            Login.self, object(["email": " Jo@X.edu ", "password": "x", "device": ""]))
        #expect(input.email == "jo@x.edu")
        #expect(input.password == "x")
        #expect(input.device == nil && input.priorToken == nil)
        #expect(
            refusedFields(Login.self, "{}") == [
                "email": "Please enter a valid email address",
                "password": "Please enter your password",
            ])
    }

    @Test func loginLimitsItsFields() {
        func fields(_ changes: [String: String]) -> [String] {
            let form = ["email": "a@b.c", "password": "x"].merging(changes) { $1 }
            return refusedFields(Login.self, object(form)).keys.sorted()
        }
        #expect(fields(["device": String(repeating: "é", count: 100)]) == [])
        #expect(fields(["device": String(repeating: "é", count: 101)]) == ["device"])
        #expect(fields(["prior_token": String(repeating: "a", count: 128)]) == [])
        #expect(fields(["prior_token": String(repeating: "a", count: 129)]) == ["prior_token"])
        #expect(fields(["password": String(repeating: "a", count: 8_192)]) == [])
        #expect(fields(["password": String(repeating: "a", count: 8_193)]) == ["password"])
    }

    @Test func logoutEndsOneSessionByDefault() throws {
        #expect(try accepted(Logout.self, "{}").everywhere == nil)
        #expect(try accepted(Logout.self, #"{"everywhere":true}"#).everywhere == true)
        #expect(Logout.Request().everywhere == false)
    }

    // DOMAIN, Families: "My Family" by default; empty means none.
    @Test(arguments: ["{}", #"{"name":null}"#, #"{"name":""}"#])
    func aFamilyIsCalledMyFamilyByDefault(json: String) throws {
        let input = try accepted(CreateFamily.self, json)
        #expect(input.name == "My Family")
        #expect(input.timeZone == nil)
    }

    @Test func familyNamesHaveOneTo255Characters() throws {
        let text = "Family name must have 1 to 255 characters"
        let full = String(repeating: "👨‍👩‍👧‍👦", count: 255)
        #expect(try accepted(CreateFamily.self, object(["name": " \(full) "])).name == full)
        #expect(try accepted(RenameFamily.self, object(["name": full])) == full)
        for name in [full + "a", " "] {
            #expect(refusedFields(CreateFamily.self, object(["name": name])) == ["name": text])
            #expect(refusedFields(RenameFamily.self, object(["name": name])) == ["name": text])
        }
        #expect(refusedFields(RenameFamily.self, "{}") == ["name": text])
        #expect(refusedFields(CreateFamily.self, #"{"name":1}"#) == ["name": text])
    }

    @Test func codesAreReadAsTyped() throws {
        #expect(
            try accepted(JoinFamily.self, object(["code": "fam 7kq2wx"])).description
                == "FAM-7KQ2WX")
        for json in ["{}", #"{"code":""}"#, #"{"code":1}"#, #"{"code":"FAM-OOOOOO"}"#] {
            #expect(refusedFields(JoinFamily.self, json) == ["code": FamilyCode.refusal])
        }
    }

    @Test func aCodeIsRenewedForOneRole() throws {
        #expect(try accepted(RenewFamilyCode.self, object(["role": "player"])) == .player)
        for json in ["{}", #"{"role":"x"}"#, #"{"role":""}"#, #"{"role":1}"#] {
            #expect(
                refusedFields(RenewFamilyCode.self, json)
                    == ["role": "Please choose which code: player or parent"])
        }
    }

    @Test func preferencesChangeOneByOne() throws {
        let input = try accepted(UpdatePreferences.self, #"{"inbound_alerts":false}"#)
        #expect(input.inboundAlerts == false)
        #expect(input.timeZone == nil)
        #expect(
            refusedFields(UpdatePreferences.self, #"{"follow_up_reminders":1}"#)
                == ["follow_up_reminders": "Expected true or false"])
        #expect(
            refusedFields(UpdatePreferences.self, #"{"weekly_digest":1}"#)
                == ["weekly_digest": "Expected true or false"])
        #expect(
            refusedFields(UpdatePreferences.self, #"{"inbound_alerts":"no","time_zone":"x"}"#)
                == ["inbound_alerts": "Expected true or false", "time_zone": Zone.refusal])
    }

    // An abbreviation stands for several zones; a chosen zone has a name.
    @Test(arguments: ["CST", "IST", "EST", "GMT+5"])
    func noAbbreviationIsChosenAsAZone(zone: String) throws {
        let json = object(["time_zone": zone])
        #expect(refusedFields(UpdatePreferences.self, json) == ["time_zone": Zone.refusal])
        #expect(refusedFields(SetFamilyZone.self, json) == ["time_zone": Zone.refusal])
        #expect(refusedFields(CreateFamily.self, json) == ["time_zone": Zone.refusal])
    }

    // Pages ask in the zone of their reader, who may have chosen it earlier.
    @Test func aQuestionTakesAnAbbreviationThatWasChosenEarlier() throws {
        let input = try accepted(ListInteractions.self, object(["time_zone": "CST"]))
        #expect(input.timeZone == "CST")
    }
}
