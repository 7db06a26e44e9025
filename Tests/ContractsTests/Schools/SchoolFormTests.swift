import Testing

@testable import Contracts

@Suite struct SchoolFormTests {
    private func school(
        _ changes: [String: String]
    ) throws(ServiceError) -> AddSchool.Input {
        try accepted(AddSchool.self, object(["name": "Duke"].merging(changes) { $1 }))
    }

    private func refused(_ changes: [String: String]) -> [String: String] {
        refusedFields(AddSchool.self, object(["name": "Duke"].merging(changes) { $1 }))
    }

    @Test func aNameIsNeededUnlessTheCatalogueGivesIt() throws {
        #expect(
            refusedFields(AddSchool.self, "{}")
                == ["name": "School name must have 2 to 255 characters"])
        let input = try accepted(AddSchool.self, object(["catalogue_id": "198419"]))
        #expect(input.catalogueID == "198419")
        #expect(input.name == nil)
    }

    @Test(arguments: [1, 2, 255, 256])
    func namesHaveTwoTo255Characters(count: Int) {
        for character in ["a", "e\u{301}", "😀"] {
            let name = String(repeating: character, count: count)
            #expect((refused(["name": " \(name) "]) == [:]) == (2...255).contains(count))
        }
    }

    @Test(arguments: [("city", "City"), ("conference", "Conference")])
    func placesOfOneHundredCharactersAreTakenAndOneMoreIsNot(field: String, label: String) {
        let full = String(repeating: "é", count: 100)
        #expect(refused([field: full]) == [:])
        #expect(refused([field: full + "é"]) == [field: "\(label) must be 100 characters or less"])
    }

    @Test func blankPlacesAreNone() throws {
        let input = try school(["city": "  ", "conference": "", "state": " ", "website": " "])
        #expect(input.city == nil && input.conference == nil)
        #expect(input.state == nil && input.website == nil)
    }

    @Test(arguments: [("nc", "NC"), (" Nc ", "NC"), ("NC", "NC")])
    func statesAreUpperCased(typed: String, stored: String) throws {
        #expect(try school(["state": typed]).state == stored)
    }

    @Test(arguments: ["N", "NCC", "N1", "ß", "ﬁ", "é", "N\u{301}C", "ＮＣ"])
    func otherStatesAreRefused(state: String) {
        #expect(refused(["state": state]) == ["state": "State must be 2 letters"])
    }

    @Test func everyDivisionIsTakenAndOthersAreNot() throws {
        for division in Division.allCases {
            #expect(try school(["division": division.rawValue]).division == division)
        }
        #expect(
            refused(["division": "d1"])
                == ["division": "Division must be one of D1, D2, D3, NAIA, JUCO"])
    }

    @Test(arguments: ["http://a", "https://goduke.com/x?y", "HTTPS://GODUKE.COM"])
    func webAddressesAreTakenAsTyped(address: String) throws {
        #expect(try school(["website": address]).website == address)
    }

    @Test func aHostGetsAScheme() throws {
        #expect(try school(["website": "goduke.com"]).website == "https://goduke.com")
    }

    @Test(arguments: [
        "goduke", "javascript:alert(1)", "http://", "https:///x", "ftp://a", "http://a b",
        "data:text/html,x", "http://" + String(repeating: "a", count: 249),
    ])
    func otherAddressesAreRefused(address: String) {
        #expect(refused(["website": address]).keys.sorted() == ["website"])
    }

    @Test func addressesOf255CharactersAreTaken() {
        #expect(refused(["website": "http://" + String(repeating: "a", count: 248)]) == [:])
    }

    @Test func catalogueIDsHaveALimit() {
        let longest = String(repeating: "1", count: CoachLimit.catalogueIDMax)
        #expect(refused(["catalogue_id": longest]) == [:])
        #expect(
            refused(["catalogue_id": longest + "1"]) == ["catalogue_id": "Unknown catalogue id"])
    }

    @Test func notesLoseTheirMarkup() throws {
        #expect(try school(["notes": "<b>x</b> <3"]).notes == "x <3")
    }

    @Test func theCatalogueIsSearchedWithinLimits() throws {
        let plain = try accepted(SearchSchools.self, "")
        #expect(plain.search == "")
        #expect(plain.limit == 50)
        let most = CoachLimit.catalogueRowsMax
        #expect(try accepted(SearchSchools.self, "{\"limit\":\(most)}").limit == most)
        #expect(try accepted(SearchSchools.self, "{\"limit\":\(most + 1)}").limit == most)
        #expect(
            refusedFields(SearchSchools.self, #"{"limit":0,"state":"x","division":"x"}"#).keys
                .sorted() == ["division", "limit", "state"])
        let full = String(repeating: "é", count: 200)
        #expect(refusedFields(SearchSchools.self, object(["search": full])) == [:])
        #expect(
            refusedFields(SearchSchools.self, object(["search": full + "a"]))
                == ["search": "Search must be 200 characters or less"])
    }
}
