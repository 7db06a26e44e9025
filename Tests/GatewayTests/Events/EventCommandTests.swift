import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// Text as people read it: `events …`.
@Suite struct EventCommandTests {
    // EV-02, EV-03, EV-04, EV-05, EV-06, EV-07, EV-09, EV-28, EV-31, EV-32, U-19, U-20, D-25: the
    // whole page.
    @Test func thePageShowsEverything() throws {
        let ran = try EventFixture.harness().run(
            "events show Spring Showcase", traits: EventFixture.terminal)
        #expect(
            ran.out == """
                Spring Showcase 2026
                Showcase · Apr 15 - 16, 2026 · Registered

                ID                 \(EventFixture.showcase.id)
                School             Duke University
                Start Time         9:00 AM – 5:00 PM
                Check-in Time      8:15 AM
                Cost               $1,075.50
                Source             Web Search

                Location
                Place              Jack Coombs Field
                Address            1 Whitford Dr
                City               Durham, NC

                Event Description
                Two days of games.
                Bring water.

                Event Link
                https://events.example/1

                Performance Notes
                Hit well

                Stats
                at_bats: 4
                mood: good

                Metrics Recorded at This Event (2)
                Fastball Velocity  92.5 mph · Verified · 3e3e0001
                60-Yard Dash       7.05 sec · 3e3e0002

                Coaches Present
                Pat Doyle          Head Coach · pat@duke.example · (919) 555-0100
                Unknown Coach      Recruiting Coordinator · was Lee Ann

                Version: 1
                Created: Feb 3, 2026, 2:00 PM
                Updated: Feb 3, 2026, 2:00 PM

                """)
        // EV-10, EV-25
        #expect(ran.err.contains("✓ Mark Attended: compass events attend e0e00001\n"))
        #expect(ran.err.contains("+ Add Coach: compass events coaches add e0e00001 COACH\n"))
    }

    // EV-06, EV-07, EV-09, EV-29, EV-31, EV-42: what there is not has no section or a dash.
    @Test func anEmptyPageHasNoEmptySections() throws {
        let ran = try EventFixture.harness().run(
            "events show Bare", traits: EventFixture.terminal)
        #expect(
            ran.out == """
                Bare Game
                Game · Apr 15, 2026 · Not Registered

                ID             \(EventFixture.bare.id)
                School         —
                Start Time     —
                Check-in Time  —
                Cost           —
                Source         —

                Coaches Present
                Event not linked to school

                Version: 1
                Created: Feb 3, 2026, 2:00 PM
                Updated: Feb 3, 2026, 2:00 PM

                """)
        let unknown = EventFixture.event(0xe0e0_0002, "Bare Game") { event in
            event.schoolID = Fixture.dukeID
            event.cost = 0
        }
        let harness = try EventFixture.harness { call in
            call.operation == "events.show"
                ? Fixture.answer(EventFixture.page(unknown))
                : EventFixture.answers(to: call, role: .player)
        }
        let shown = harness.run("events show Bare", traits: EventFixture.terminal).out
        // X-28, D-44, EV-29
        #expect(shown.contains("School         Unknown School\n"))
        #expect(shown.contains("Cost           $0.00\n"))
        #expect(shown.contains("Coaches Present\nNo coaches recorded\n"))
    }

    // EV-51
    @Test func aScreenReaderHearsTheAnnouncements() throws {
        let traits = TerminalTraits(isTerminal: true, columns: 100, isAccessible: true)
        let page = try EventFixture.harness().run("events show Spring", traits: traits).out
        for line in [
            "Spring Showcase 2026, Showcase, Apr 15 - 16, 2026, Registered",
            "Fastball Velocity: Fastball Velocity, 92.5 mph, Verified",
            "60-Yard Dash: 60-Yard Dash, 7.05 sec, Not verified",
            "Pat Doyle: Pat Doyle, Head Coach, pat@duke.example, (919) 555-0100",
        ] {
            #expect(page.contains(line + "\n"), "\(line)")
        }
        let list = try EventFixture.harness().run("events list", traits: traits).out
        #expect(list.contains("Bare Game, Game, Apr 15, 2026, Not Registered\n"))
    }

    // A pipe gets whole values, labelled.
    @Test func aPipeGetsLabelledValues() throws {
        let out = try EventFixture.harness().run("events show Spring").out
        for line in [
            "Type\tshowcase", "Event Description\tTwo days of games.\\nBring water.",
            "Status\tregistered", "Metrics\t2",
            "Fastball Velocity\t92.5 mph · Verified · \(EventFixture.metrics[0].id)",
        ] {
            #expect(out.contains(line + "\n"), "\(line)")
        }
    }

    @Test func theListIsATable() throws {
        let ran = try EventFixture.harness().run(
            "events list", traits: TerminalTraits(isTerminal: true, columns: 130))
        #expect(
            ran.out == """
                Events

                ID        Date               Name                  Type      School           City        Status               Cost
                e0e00001  Apr 15 - 16, 2026  Spring Showcase 2026  Showcase  Duke University  Durham, NC  Registered      $1,075.50
                e0e00002  Apr 15, 2026       Bare Game             Game                                   Not Registered

                2 events

                """)
        // Where columns are few, school or city stand in one, and the cost is left out.
        let narrow = try EventFixture.harness().run(
            "events list", traits: TerminalTraits(isTerminal: true, columns: 100)
        ).out
        #expect(
            narrow.contains("ID        Date               Name                  Type      Where"))
        #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 100 })
        let csv = try EventFixture.harness().run("events list -o csv").out
        #expect(csv.contains("2026-04-15 - 2026-04-16,Spring Showcase 2026,showcase"))
    }

    // T-16: an event that ends on its first day has one day, for programs too.
    @Test func equalDaysAreOne() throws {
        let harness = try EventFixture.harness(.player) { call in
            guard call.operation == "events.list" else {
                return EventFixture.answers(to: call, role: .player)
            }
            var event = EventFixture.bare
            event.endDate = event.startDate
            return Fixture.answer(ListEvents.Response([event], total: 1))
        }
        #expect(harness.run("events list -o csv").out.contains(",2026-04-15,Bare Game,game"))
    }

    @Test(arguments: [(Role.player, true), (.parent, false)])
    func anEmptyListSaysWhatToDo(role: Role, offers: Bool) throws {
        let harness = try EventFixture.harness(role) { call in
            call.operation == "events.list"
                ? Fixture.answer(ListEvents.Response([], total: 0))
                : EventFixture.answers(to: call, role: role)
        }
        let out = harness.run("events list", traits: EventFixture.terminal).out
        #expect(out.contains("No events yet\n"))
        // R-12
        #expect(out.contains("Add one: compass events add\n") == offers)
        #expect(!harness.run("events show x", traits: EventFixture.terminal).err.contains("✓"))
    }

    @Test func theListSendsItsFilters() throws {
        let harness = try EventFixture.harness()
        _ = harness.run(words: [
            "events", "list", "--period", "past", "--type", "camp", "--status", "attended",
            "--school", "Duke", "--search", "x", "--sort", "latest", "--limit", "5", "--tz",
            "Asia/Tokyo",
        ])
        #expect(
            EventFixture.payload(harness.transport.seen.last) == """
                {"limit":5,"period":"past","school_id":"\(Fixture.dukeID)","search":"x",\
                "sort":"latest","status":"attended","time_zone":"Asia/Tokyo","type":"camp"}
                """)
        #expect(harness.run("events list --type visit").code == .invalid)
    }

    /// Blank text is no value in a new record: there is nothing to clear.
    @Test func addLeavesBlankFieldsOut() throws {
        let harness = try EventFixture.harness()
        let ran = harness.run(words: [
            "events", "add", "--type", "camp", "--name", "Camp", "--start-date", "2026-06-01",
            "--cost", "", "--stats", " ",
        ])
        #expect(ran.code == .success)
        #expect(
            EventFixture.payload(harness.transport.seen.last)
                == #"{"name":"Camp","start_date":"2026-06-01","type":"camp"}"#)
    }

    @Test func addSendsEveryField() throws {
        let harness = try EventFixture.harness()
        let ran = harness.run(words: [
            "events", "add", "--type", "camp", "--name", "Camp", "--start-date", "2026-06-01",
            "--end-date", "2026-06-03", "--start-time", "09:00", "--end-time", "16:00",
            "--checkin-time", "08:30", "--school", "duke", "--location", "Field", "--address",
            "1 Way", "--city", "Durham", "--state", "NC", "--url", "https://x.example",
            "--description", "d", "--event-source", "friend", "--performance-notes", "p",
            "--stats", #"{"hits":2}"#, "--cost", "$495.50", "--registered", "--no-attended",
        ])
        #expect(ran.code == .success)
        #expect(
            EventFixture.payload(harness.transport.seen.last) == """
                {"address":"1 Way","attended":false,"checkin_time":"08:30","city":"Durham",\
                "cost":495.5,"description":"d","end_date":"2026-06-03","end_time":"16:00",\
                "event_source":"friend","location":"Field","name":"Camp",\
                "performance_notes":"p","registered":true,"school_id":"\(Fixture.dukeID)",\
                "start_date":"2026-06-01","start_time":"09:00","state":"NC",\
                "stats_recorded":{"hits":2},"type":"camp","url":"https://x.example"}
                """)
    }

    // EV-24: the question names the event and what depends on it; a yes takes it along.
    @Test func deletingAsksFirst() throws {
        let harness = try EventFixture.harness()
        harness.prompt = ScriptedPrompt(answers: ["y"])
        let ran = harness.run("events delete Spring", traits: EventFixture.terminal)
        #expect(
            harness.prompt.questions == [
                "Are you sure? Delete \"Spring Showcase 2026\" (Showcase, Apr 15 - 16, 2026) "
                    + "and 2 metrics?"
            ])
        #expect(ran.out == "Event deleted, 2 metrics\n")
        #expect(ran.err.contains("Undo: compass undo \(Fixture.operationID)\n"))
        #expect(harness.transport.seen.last?.operation == "events.cascadeDelete")
        harness.prompt = ScriptedPrompt(answers: ["n"])
        #expect(
            harness.run("events delete Bare", traits: EventFixture.terminal).code == .success)
        #expect(harness.transport.seen.last?.operation == "events.show")
        harness.prompt = ScriptedPrompt(isTerminal: false)
        #expect(harness.run("events delete Bare").code == .usage)
        #expect(harness.run("events delete Bare --yes").out == "Event deleted\n")
    }

    // D-20: what stands in the way, and how to take it along.
    @Test func aRefusedDeletionNamesTheCascade() throws {
        let harness = try EventFixture.harness { call in
            call.operation == "events.delete"
                ? Fixture.refusal(.hasDependents, "2 metrics depend on this event")
                : EventFixture.answers(to: call, role: .player)
        }
        let ran = harness.run("events delete Spring --yes")
        #expect(ran.code == .conflict)
        #expect(ran.err.contains("compass events delete e0e00001 --cascade\n"))
        let blockers = try EventFixture.harness().run(
            "events blockers Spring", traits: EventFixture.terminal)
        #expect(blockers.out == "2 metrics depend on this event\n")
    }

    // EV-39, EV-40
    @Test func whatIsNotThereLeadsBackToTheList() throws {
        let harness = try EventFixture.harness { call in
            call.operation == "events.show"
                ? Fixture.missing(.event)
                : EventFixture.answers(to: call, role: .player)
        }
        let ran = harness.run("events show \(EventID(high: 1, low: 1))")
        ran.expectFailure(
            .notFound,
            """
            compass: Event not found
            This event may have been deleted
            Return to Events: compass events list

            """)
    }

    // EV-25 to EV-27
    @Test func coachesAreRecordedByName() throws {
        let harness = try EventFixture.harness()
        let listed = harness.run("events coaches list Spring", traits: EventFixture.terminal)
        #expect(listed.out.contains("c0ac0002  Ann Lee  Assistant Coach\n"))
        let added = harness.run("events coaches add Spring Ann Lee")
        #expect(added.code == .success)
        #expect(
            EventFixture.payload(harness.transport.seen.last) == """
                {"coach_id":"\(Fixture.id(0xc0ac_0002) as CoachID)",\
                "id":"\(EventFixture.showcase.id)"}
                """)
        let removed = harness.run("events coaches remove Spring Pat Doyle")
        #expect(harness.transport.seen.last?.operation == "events.removeCoach")
        #expect(removed.err.contains("Undo: compass undo \(Fixture.operationID)\n"))
        // Whoever is known no longer is found by the name of then.
        _ = harness.run("events coaches remove Spring Lee Ann")
        #expect(
            EventFixture.payload(harness.transport.seen.last)
                .contains(EventFixture.lost.coachID.text))
        let none = harness.run("events coaches add Bare Ann Lee")
        #expect(none.code == .invalid)
        #expect(none.err.contains("Event not linked to school"))
        // EV-29
        let bare = harness.run("events coaches list Bare", traits: EventFixture.terminal)
        #expect(bare.out.contains("Event not linked to school\n"), "\(bare.out)")
        #expect(bare.out.contains("compass events edit e0e00002 --school SCHOOL\n"))
    }

    // Whoever is recorded already is not called unknown.
    @Test func aCoachWhoIsThereAlreadyIsKnown() throws {
        let harness = try EventFixture.refusing(
            "events.addCoach", .conflict, "This coach is already recorded at the event")
        let ran = harness.run("events coaches add Spring Pat Doyle")
        ran.expectFailure(
            .conflict,
            """
            compass: This coach is already recorded at the event
            Try: compass events show Spring

            """)
        let unknown = harness.run("events coaches add Spring Nobody")
        #expect(
            unknown.err.hasPrefix(
                "compass: No coach of the event's school is called \"Nobody\"\n"))
        #expect(unknown.err.contains("Try: compass events coaches list e0e00001\n"))
    }

    @Test func eventsComplete() throws {
        let ran = try EventFixture.harness().run(words: ["__complete", "--", "events", "show", ""])
        #expect(ran.out.contains("Spring Showcase 2026"))
    }
}
