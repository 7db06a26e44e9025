import Contracts
import Foundation
import HTML
import Support
import Testing

@testable import WebPages

@Suite
struct FamilyPagesTests {
    /// Every zone that the form offers is accepted, and each once.
    @Test
    func everyOfferedZoneIsAccepted() throws {
        let zones = ZoneChoices.all.map(\.value)
        #expect(Set(zones).count == zones.count && zones.count > 300)
        #expect(zones.contains(ZoneChoices.usual))
        for zone in zones {
            let input = try SignUp.Request(
                email: "a@b.example", fullName: "Maya", role: "player",
                password: "a long invented password", timeZone: zone
            ).validated()
            #expect(input.timeZone == zone)
        }
    }

    /// The errors stand beside their fields and in a summary that leads there; a password is
    /// never sent back.
    @Test
    func aRefusedSignUpKeepsEverythingButThePassword() throws {
        let error = ServiceError(
            .validationFailed, "Check the form", errors: ["email": "No address", "role": "Choose"])
        let page = try Samples.document(
            SignUpPage(
                entry: SignUpEntry(
                    fullName: "Maya", email: "maya@", role: "parent", timeZone: "Asia/Tokyo"),
                error: error
            ).write)
        #expect(page.all("input", "name", "full_name").first?["value"] == "Maya")
        #expect(page.all("input", "name", "email").first?["value"] == "maya@")
        #expect(page.all("input", "name", "password").first?["value"] == nil)
        let chosen = page.all("option").filter { $0["selected"] != nil }.compactMap { $0["value"] }
        #expect(chosen == ["parent", "Asia/Tokyo"])
        let links = page.all("a").compactMap { $0["href"] }.filter { $0.hasPrefix("#") }
        #expect(links == ["#field-role", "#field-email"])
        #expect(page.all(class: "error").map(\.text) == ["Choose", "No address"])
    }

    /// Where accounts take an invitation, the form asks for it; where they are closed, there is
    /// none.
    @Test
    func theFormFollowsWhoMaySignUp() throws {
        let open = try Samples.document(SignUpPage().write)
        #expect(open.all("input", "name", "invitation").isEmpty)
        let entry = SignUpEntry(invitation: "7KQ2-WXAB-CDEF")
        let error = ServiceError.invalid("invitation", "It is over")
        let page = try Samples.document(
            SignUpPage(mode: .invitation, entry: entry, error: error).write)
        let field = try #require(page.all("input", "name", "invitation").first)
        #expect(field["value"] == "7KQ2-WXAB-CDEF" && field["aria-invalid"] == "true")
        #expect(page.all(class: "error").map(\.text) == ["It is over"])
        let closed = try Samples.document(SignUpPage(mode: .closed).write)
        #expect(closed.all("form").isEmpty && closed.text.contains("New accounts are closed here"))
        #expect(closed.all("a").contains { $0["href"] == Place.signIn.text })
    }

    /// What concerns no field is a banner.
    @Test
    func tooManySignUpsAreToldInABanner() throws {
        let page = try Samples.document(
            SignUpPage(error: ServiceError(.unavailable, "Try again")).write)
        #expect(page.all("div", "role", "alert").map(\.text) == ["Server error"])
    }

    /// What a second attempt does not mend is explained, without the place of the files.
    @Test
    func aFullDiskIsExplained() throws {
        let message = "The disk is full: nothing was changed. Free space where /srv/home lies"
        for (error, words) in [
            (ServiceError(.unavailable, message, subject: .fullDisk), "to free space."),
            (ServiceError(.dataLoss, message), "damaged or missing"),
        ] {
            let page = try Samples.document(SignUpPage(error: error).write)
            let told = try #require(page.all("div", "role", "alert").first?.text)
            #expect(told.hasPrefix("Server error") && told.contains("whoever runs the system"))
            #expect(told.contains(words) && !told.contains("/srv"))
            // What an import stored before that is said as well.
            let line = FailureText.explained(error, "3 posts imported before that.")
            #expect(line.hasSuffix(". 3 posts imported before that."))
        }
    }

    @Test(arguments: Role.allCases)
    func onlyAthletesCreateAFamily(role: Role) throws {
        let page = try Samples.document(SamplePages.join(role, hasFamily: false).write)
        let actions = page.all("form").compactMap { $0["action"] }
        #expect(actions.contains("/join/create") == (role == .player))
        #expect(actions.contains("/join") && actions.contains("/sign-out"))
        // Each form is done once, by a key of its own.
        let keys = page.all("input", "name", "key").compactMap { $0["value"] }
        #expect(Set(keys).count == actions.count)
    }

    // N-139: the records of a player who was removed are kept for them.
    @Test
    func whoWasInAFamilyLearnsWhatIsKept() throws {
        let left = LeftFamily(
            familyUnitID: FamilyID(high: 7, low: 9), name: "Lee Family", leftAt: Samples.now)
        func said(hasFamily: Bool, _ left: LeftFamily?) throws -> [String] {
            try Samples.document(SamplePages.join(.player, hasFamily: hasFamily, left: left).write)
                .all(class: "banner").map(\.text)
        }
        let told = try said(hasFamily: false, left)
        #expect(told.count == 1)
        #expect(
            told.first?.contains(
                "You are no longer in Lee Family. What you logged there is kept for you: "
                    + "compass family export") == true)
        #expect(try said(hasFamily: false, nil).isEmpty)
        // With another family, its pages have told it.
        #expect(try said(hasFamily: true, left).isEmpty)
    }

    /// Nothing is kept for a parent who was removed; they come back with a code.
    @Test(arguments: [true, false])
    func aParentWhoWasInAFamilyIsNoNewcomer(hasFamily: Bool) throws {
        let page = try Samples.document(
            SamplePages.join(.parent, hasFamily: hasFamily, wasMember: true).write)
        let told = page.all(class: "banner").map(\.text)
        #expect(told.count == (hasFamily ? 0 : 1))
        #expect(
            hasFamily || told.first?.contains("You are no longer in a family. A player") == true)
    }

    @Test
    func whoHasAFamilyGoesBack() throws {
        let page = try Samples.document(SamplePages.join(.parent, hasFamily: true).write)
        #expect(page.all("a").compactMap { $0["href"] }.contains("/more"))
        #expect(!page.all("form").contains { $0["action"] == "/sign-out" })
    }

    /// The page shows the codes that it is given, and without them no way to renew one.
    @Test
    func codesAreShownToThoseWhoMaySeeThem() throws {
        let player = try Samples.document(SamplePages.page(.player, codes: SamplePages.codes).write)
        let codes = player.all("code").map(\.text)
        #expect(codes.contains("FAM-7KQ2WX") && codes.contains("FAM-ABC234"))
        let parent = try Samples.document(SamplePages.page(.parent, codes: nil).write)
        #expect(!parent.all("code").contains { $0.text.hasPrefix("FAM-") })
        #expect(!parent.all("form").contains { $0["action"] == "/family/code" })
    }
}
