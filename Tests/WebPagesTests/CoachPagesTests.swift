import Contracts
import HTML
import Support
import Testing

@testable import WebPages

@Suite
struct CoachPagesTests {
    private func list(
        _ coaches: [Coach], _ role: Role = .player, _ active: [ActiveFilter] = []
    ) throws -> Document {
        let page = CoachesPage(
            .success(Samples.coachList(coaches, active)), .init(), Samples.context(role))
        return try Samples.document { page.write(to: &$0) }
    }

    /// CO-03, CO-04, CO-06 to CO-09, CO-12, CO-43.
    @Test
    func theListHasItsFiltersAndOrders() throws {
        let shown = try list((0..<12).map(Samples.coach))
        #expect(shown.heading == "Coaches")
        #expect(shown.all("input", "type", "search").last?["placeholder"] == "Search coaches...")
        #expect(
            shown.all("select").compactMap { $0["name"] }
                == ["role", "contacted-within", "responsiveness", "sort"])
        let options = shown.all("option").map(\.text)
        #expect(Set(CoachOrder.allCases.map(\.label)).isSubset(of: options))
        #expect(Set(Responsiveness.allCases.map(\.label)).isSubset(of: options))
        #expect(shown.all("p", "role", "status").map(\.text) == ["12 coaches found"])
        // a sibling's contacts count too.
        #expect(shown.text.contains(CoachListText.scope))
        #expect(try !list([]).text.contains(CoachListText.scope))
    }

    /// CO-13 to CO-24, CO-44, U-04 to U-06, D-27.
    @Test
    func aCardHasNameRoleScoreAndWaysToContact() throws {
        let coach = Samples.coach(1)
        let shown = try list([coach])
        let link = try #require(shown.all("a", "href", "/coaches/\(coach.id.text)").first)
        #expect(
            link["aria-label"]
                == "Ingrid Oakhollow, Assistant at East Central University, responsiveness 50%")
        #expect(shown.all(class: "face").map(\.text).contains("IO"))
        #expect(shown.all(class: "badge").map { $0["class"] } == ["badge blue"])
        let meter = try #require(shown.all("svg", "role", "meter").first)
        #expect(meter["aria-valuenow"] == "50" && meter["aria-valuemax"] == "100")
        #expect(shown.text.contains("50% Responsive"))
        #expect(shown.text.contains("Last contact: Nov 9, 2026"))
        #expect(
            shown.all(class: "icon").compactMap { $0["aria-label"] } == [
                "Write Ingrid Oakhollow", "Text Ingrid Oakhollow", "Message Ingrid Oakhollow",
                "Delete Ingrid Oakhollow",
            ])
        #expect(shown.all("a", "href", "sms:4045550181").count == 1)
        // CO-22: in a tab of their own, without a way back to this page.
        let sites = shown.all("a").filter { $0["href"]?.contains("instagram.com/coach1") == true }
        #expect(sites.map { $0["target"] } == ["_blank"])
        #expect(sites.allSatisfy { $0["rel"]?.contains("noopener") == true })
        let twitter = try list([Samples.coach(2)]).all("a").filter {
            $0["href"]?.contains("twitter.com/coach2") == true
        }
        #expect(twitter.map { $0["target"] } == ["_blank"])
        #expect(shown.all("a", "href", "sms:4045550181").allSatisfy { $0["target"] == nil })
        let unknown = try list([Samples.coach(2)])
        #expect(unknown.text.contains("-- not enough attempts yet"))
        #expect(unknown.all("svg", "role", "meter").isEmpty)
        #expect(try list([Samples.coach(6)]).text.contains("Never contacted"))
    }

    /// CO-38
    @Test
    func aCoachWithoutASchoolSaysSo() throws {
        var coach = Samples.coach(1)
        (coach.schoolID, coach.schoolName) = (nil, nil)
        #expect(try list([coach]).text.contains("Unknown School"))
        // One whose school cannot be resolved.
        coach.schoolID = SchoolID(high: 4, low: 99)
        #expect(try list([coach]).text.contains("Unknown School"))
    }

    /// CO-10, CO-11: each filter in force is a chip that leads to the list without it; an order is
    /// none.
    @Test
    func filtersAreChips() throws {
        let active = [
            ActiveFilter(name: "search", value: "lee", label: "lee"),
            ActiveFilter(name: "role", value: "head", label: "Head Coach"),
            ActiveFilter(name: "contacted_within", value: "7", label: "Last 7 days"),
            ActiveFilter(name: "responsiveness", value: "high", label: "High (75%+)"),
        ]
        var request = ListCoaches.Request()
        for filter in active {
            if let name = CoachFilter(rawValue: filter.name) { request[name] = filter.value }
        }
        request.sort = FormField(CoachOrder.school.rawValue)
        func document(_ active: [ActiveFilter], _ request: ListCoaches.Request) throws -> Document {
            let page = CoachesPage(
                .success(Samples.coachList([Samples.coach(1)], active)), request,
                Samples.context())
            return try Samples.document { page.write(to: &$0) }
        }
        let shown = try document(active, request)
        let chips = shown.all(class: "chip")
        #expect(chips.count == 4)
        for (chip, filter) in zip(chips, active) {
            let name = CoachFilter(rawValue: filter.name)?.flagName ?? ""
            let query = chip["href"]?.split(separator: "?").last?.split(separator: "&") ?? []
            #expect(query.count == 4 && !query.contains { $0.hasPrefix("\(name)=") }, "\(name)")
            #expect(chip.text.contains(filter.label))
        }
        #expect(shown.all("a", "href", "/coaches?sort=school").map(\.text) == ["Clear all"])
        var sorted = ListCoaches.Request()
        sorted.sort = request.sort
        #expect(try document([], sorted).all(class: "chip").isEmpty)
    }

    /// CO-17: 75 is green, 50 amber, below red; 0 keeps a stub.
    @Test(arguments: [
        (100.0, "high"), (75, "high"), (74.9, "medium"), (50, "medium"), (49.9, "low"), (0, "low"),
    ])
    func theBarHasTheColourOfTheScore(_ score: Double, _ name: String) throws {
        var coach = Samples.coach(1)
        coach.responsivenessScore = score
        let bar = try #require(try list([coach]).all("rect").last)
        #expect(bar["class"] == name)
        #expect((Double(bar["width"] ?? "") ?? 0) == max(score, 1.5))
    }

    ///
    @Test
    func parentsOnlyRead() throws {
        let shown = try list([Samples.coach(1)], .parent)
        #expect(!shown.buttons.contains { $0 == "Add Coach" || $0.hasPrefix("Export") })
        let player = try list([Samples.coach(1)], .player)
        #expect(player.buttons.contains("Export CSV") && player.buttons.contains("Export .xlsx"))
        #expect(
            !shown.all(class: "icon").contains { $0["aria-label"]?.hasPrefix("Delete") == true })
    }

    /// CO-02, CO-35, CO-36, IA-10, U-09.
    @Test
    func anEmptyListSaysWhy() throws {
        let empty = try list([])
        #expect(empty.text.contains("No coaches found"))
        #expect(empty.text.contains("Add coaches through school detail pages"))
        let school = try list([], .player, [.init(name: "school_id", value: "", label: "Duke")])
        #expect(!school.text.contains("Add coaches through"))
        let none = try list([], .player, [.init(name: "role", value: "head", label: "Head Coach")])
        #expect(none.text.contains("No coaches match your filters"))
        #expect(none.buttons.contains("Clear Filters"))
    }

    /// CO-37.
    @Test
    func aFailureHasRetry() throws {
        let page = CoachesPage(
            .failure(ServiceError(.unavailable, "inner")), .init(), Samples.context())
        let shown = try Samples.document { page.write(to: &$0) }
        #expect(shown.all("div", "role", "alert").first?.text.contains("Server error") == true)
        #expect(shown.buttons.contains("Retry") && !shown.text.contains("inner"))
    }

    private func detail(
        _ explanation: CoachExplanation = SamplePages.explanation, _ rows: [Interaction] = [],
        _ role: Role = .player
    ) throws -> Document {
        let page = CoachPage(
            explanation, TimelineSamples.coach(rows), Samples.context(role))
        return try Samples.document { page.write(to: &$0) }
    }

    /// CO-14, CO-15, CO-40, U-04.
    @Test
    func theDetailHasRoleSchoolAndActions() throws {
        let shown = try detail()
        #expect(shown.heading == "Ingrid Oakhollow")
        #expect(shown.all(class: "badge").map(\.text) == ["Assistant Coach"])
        #expect(shown.buttons.prefix(2) == ["Log Interaction", "Edit"])
        #expect(try detail(role: .parent).buttons.isEmpty)
    }

    /// D-28: the score, and each attempt behind it.
    @Test
    func theScoreIsExplained() throws {
        let shown = try detail()
        #expect(
            shown.text.contains(
                "1 of 2 attempts was answered within 14 days, after 93.5 hours. Silent for 12 days,"
            ))
        #expect(shown.text.contains("Family: 2 attempts counted"))
        #expect(shown.text.contains("Family: 1 of 2 attempts") && !shown.text.contains("You: 1 of"))
        // With siblings, what is the reader's own is said too.
        var shared = SamplePages.explanation
        for place in shared.attempts.indices {
            for message in shared.attempts[place].messages.indices {
                shared.attempts[place].messages[message].interactionID = nil
            }
        }
        #expect(try detail(shared, [], .player).text.contains("You: No attempt counts yet."))
        #expect(try !detail(shared, [], .parent).text.contains("You:"))
        #expect(shown.text.contains("No answer in 14 days"))
        let rows = shown.all("tr")
        #expect(rows.count == 3)
    }

    private func detail(role: Role) throws -> Document {
        try detail(SamplePages.explanation, [], role)
    }
}

@Suite
struct SignInPageTests {
    ///
    @Test
    func theFormAsksForAddressAndPassword() throws {
        let shown = try Samples.document(SignInPage(destination: "/coaches").write)
        let names = shown.all("input").compactMap { $0["name"] }
        #expect(names == ["to", "email", "password", "shared"])
        #expect(shown.all("input", "name", "email").first?["autocomplete"] == "username")
        #expect(
            shown.all("input", "name", "password").first?["autocomplete"] == "current-password")
        #expect(shown.all("input", "name", "to").first?["value"] == "/coaches")
        #expect(
            shown.all("a").map(\.text) == ["Create an account", "Forgot your password?"])
    }

    @Test
    func aWrongPasswordIsOneBannerAndIsNeverSentBack() throws {
        let error = ServiceError(.unauthenticated, "Email or password is wrong")
        let shown = try Samples.document(SignInPage(email: "a@b.example", error: error).write)
        #expect(shown.all("div", "role", "alert").map(\.text) == ["Email or password is wrong"])
        #expect(shown.all("input", "name", "email").first?["value"] == "a@b.example")
        #expect(shown.all("input", "name", "password").first?["value"] == nil)
    }

    /// the message layer's words about workers are replaced; a service's sentence stays.
    @Test(arguments: [
        (ServiceError(.unavailable, "no worker offers this service"), "Please try again"),
        (ServiceError(.busy, "too many commands wait; try again later"), "Please try again"),
        (ServiceError(.unavailable, "The service identity is stopping"), "identity is stopping"),
    ])
    func aServiceThatIsAwaySaysWhatToDo(error: ServiceError, words: String) throws {
        let code = SignInCodePage(pending: "p", error: error)
        for shown in [
            try Samples.document(SignInPage(error: error).write),
            try Samples.document { code.write(to: &$0) },
        ] {
            let told = try #require(shown.all("div", "role", "alert").first?.text)
            #expect(told.hasPrefix("Server error") && told.contains(words), "\(told)")
            #expect(!told.contains("worker") && !told.contains("commands"), "\(told)")
        }
    }

    /// a second attempt at once does not help here.
    @Test
    func tooManyAttemptsKeepTheirOwnWords() throws {
        let message = "Too many attempts. Try again in 5 minutes"
        let error = ServiceError(.busy, message, subject: .tooManyAttempts)
        let shown = try Samples.document(SignInPage(error: error).write)
        #expect(shown.all("div", "role", "alert").map(\.text) == [message])
    }
}
