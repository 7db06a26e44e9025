import Testing

@testable import Contracts

@Suite struct CoachFormTests {
    private static let id = "00000000-0000-7000-8000-000000000001"

    // IA-42, IA-43, IA-44
    @Test func namesAreTrimmed() throws {
        let input = try accepted(
            AddCoach.self, object(["first_name": " Jo ", "last_name": "\u{A0}Smith\n"]))
        #expect(input.firstName == "Jo")
        #expect(input.lastName == "Smith")
        #expect(input.role == nil && input.schoolID == nil && input.id == nil)
    }

    @Test(arguments: ["first_name", "last_name"])
    func blankNamesAreRefused(field: String) {
        let text =
            "Please enter a \(field == "first_name" ? "first" : "last") name (1-100 characters)"
        for value in ["", " ", "\n\u{3000}"] {
            let form = ["first_name": "A", "last_name": "B"].merging([field: value]) { $1 }
            #expect(refusedFields(AddCoach.self, object(form)) == [field: text])
        }
    }

    @Test func namesOfOneHundredCharactersAreTakenAndOneMoreIsNot() {
        for character in ["a", "e\u{301}", "👨‍👩‍👧‍👦"] {
            let full = String(repeating: character, count: 100)
            #expect(
                refusal(AddCoach.self, object(["first_name": " \(full) ", "last_name": full]))
                    == nil)
            #expect(
                refusedFields(
                    AddCoach.self, object(["first_name": full + character, "last_name": full])
                ).keys.sorted() == ["first_name"])
        }
    }

    @Test func notesOfFiveThousandCharactersAreTakenAndOneMoreIsNot() throws {
        let names = ["first_name": "A", "last_name": "B"]
        let full = String(repeating: "e\u{301}", count: 5_000)
        #expect(
            try accepted(AddCoach.self, object(names.merging(["notes": full]) { $1 })).notes
                == full)
        #expect(
            refusedFields(AddCoach.self, object(names.merging(["notes": full + "a"]) { $1 }))
                == ["notes": "Notes must be 5,000 characters or less"])
    }

    @Test func everyRoleIsTakenAndOthersAreNot() throws {
        let names = ["first_name": "A", "last_name": "B"]
        for role in CoachRole.allCases {
            let form = object(names.merging(["role": role.rawValue]) { $1 })
            #expect(try accepted(AddCoach.self, form).role == role)
        }
        #expect(
            refusedFields(AddCoach.self, object(names.merging(["role": "Head"]) { $1 }))
                == ["role": "Role must be one of head, assistant, recruiting"])
        let id = "01890000-0000-7000-8000-000000000001"
        #expect(
            refusedFields(EditCoach.self, object(["id": id, "role": " "]))
                == ["role": "Role must be one of head, assistant, recruiting"])
    }

    @Test func anEditNeedsNoNames() throws {
        let input = try accepted(EditCoach.self, "{\"id\":\"\(Self.id)\",\"version\":1}")
        #expect(input.id?.text == Self.id)
        #expect(input.version == 1)
        #expect(input.firstName == nil && input.lastName == nil)
        #expect(
            refusedFields(EditCoach.self, object(["id": Self.id, "first_name": " "])).keys.sorted()
                == ["first_name"])
    }

    @Test(arguments: ["0", "-1", "\"1\"", "1.5"])
    func otherVersionsAreRefused(version: String) {
        #expect(
            refusedFields(EditCoach.self, "{\"id\":\"\(Self.id)\",\"version\":\(version)}")
                == ["version": "Version must be a whole number from 1"])
    }

    @Test func allRefusedFieldsAreReportedTogether() {
        let error = refusal(
            AddCoach.self,
            object([
                "school_id": "x", "role": "x", "email": "x", "phone": "x",
                "twitter_handle": "a b", "instagram_handle": "a b", "first_name": "",
            ]))
        #expect(error?.message == "8 fields need your attention")
        #expect(
            error?.errors.keys.sorted() == [
                "email", "first_name", "instagram_handle", "last_name", "phone", "role",
                "school_id", "twitter_handle",
            ])
    }

    // An empty text takes an entry away when a coach is edited, and is no entry when one is added.
    @Test func emptyTextsClearWhenEditing() throws {
        let empty = ["school_id": "", "email": " ", "phone": "", "notes": ""]
        let names = ["first_name": "A", "last_name": "B"]
        let edit = try accepted(EditCoach.self, object(empty.merging(["id": Self.id]) { $1 }))
        #expect(edit.changes(\.schoolID) && edit.changes(\.email))
        #expect(edit.changes(\.phone) && edit.changes(\.notes))
        #expect(!edit.changes(\.firstName) && !edit.changes(\.twitterHandle))
        #expect(edit.firstName == nil && edit.email == nil)
        let new = try accepted(AddCoach.self, object(empty.merging(names) { $1 }))
        #expect(!new.changes(\.schoolID) && !new.changes(\.email) && new.changes(\.lastName))
        let untouched = try accepted(EditCoach.self, #"{"id":"\#(Self.id)","email":null}"#)
        #expect(!untouched.changes(\.email))
    }

    // X-16: a malformed id is refused, not a crash.
    @Test func filtersAndIdsAreChecked() throws {
        #expect(
            refusedFields(ListCoaches.self, object(["school_id": "x"]))
                == ["school_id": "School is not known; give a school's id"])
        #expect(
            try accepted(ListCoaches.self, object(["school_id": Self.id]))[.schoolID]?.text
                == Self.id)
        #expect(try !accepted(ListCoaches.self, "").isFiltered)
        #expect(refusedFields(ShowCoach.self, object(["id": "x"])) == ["id": "Invalid value"])
        #expect(refusedFields(ShowCoach.self, "{}") == ["id": "This field is required"])
    }
}
