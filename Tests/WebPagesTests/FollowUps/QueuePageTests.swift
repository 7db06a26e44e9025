import Contracts
import HTML
import Support
import Testing

@testable import WebPages

@Suite
struct QueuePageTests {
    // N-10, N-14
    @Test func theQueueIsInGroupsWithAFormForEachCoach() throws {
        let shown = try Samples.document(FollowUpSamples.queue(FollowUpSamples.rows))
        #expect(shown.heading == "Follow-ups")
        #expect(shown.all("h2").map(\.text) == ["Overdue", "Today", "Next seven days"])
        for text in [
            "Overdue since Nov 3, 2026", "Waiting for an answer since Nov 19, 2026",
            "Planned for today", "Snoozed until Nov 26, 2026", "40 days since the last contact",
        ] {
            #expect(shown.text.contains(text), "\(text)")
        }
        for row in FollowUpSamples.rows {
            let form = try #require(
                shown.all("form", "action", "/queue/\(row.entryID.text)").first)
            #expect(form["method"] == "post")
        }
        let keys = shown.all("input", "name", "key").compactMap { $0["value"] }
        #expect(Set(keys).count == keys.count, "each form has a key of its own")
        #expect(
            shown.buttons.filter { ["Done", "Skip", "In a week"].contains($0) }.count
                == 3 * FollowUpSamples.rows.count)
    }

    // N-11: whoever is none of the coaches leads to the contact, and the days say what they count.
    @Test func somebodyWhoIsNoCoachHasARow() throws {
        let shown = try Samples.document(FollowUpSamples.queue(FollowUpSamples.unlisted))
        for (row, who) in zip(
            FollowUpSamples.unlisted, ["A coach at Texas A&M University", "Mike Ash"])
        {
            let link = "/interactions/\(row.contactID?.text ?? "")"
            #expect(shown.all("a", "href", link).first?.text == who)
            #expect(shown.all("form", "action", "/queue/\(row.entryID.text)").count == 1)
        }
        #expect(shown.text.contains("40 days since they wrote"))
        #expect(shown.text.contains("Mike AshTexas A&M University · Waiting for an answer"))
        #expect(!shown.text.contains("A coach at Texas A&M UniversityTexas A&M University"))
    }

    // N-16: parents read each player's queue and decide nothing.
    @Test func parentsReadTheQueueOfEachPlayer() throws {
        let shown = try Samples.document(FollowUpSamples.queue(FollowUpSamples.ofTwo, .parent))
        #expect(shown.text.contains("Leo Rivera") && shown.text.contains("Maya Rivera"))
        #expect(shown.all("form", "method", "post").isEmpty)
        #expect(
            try !Samples.document(FollowUpSamples.queue(FollowUpSamples.rows, .parent)).text
                .contains("Maya Rivera"))
    }

    @Test func anEmptyQueueAndAServiceThatIsAwaySaySo() throws {
        let empty = try Samples.document(FollowUpSamples.queue([]))
        #expect(empty.text.contains("No one to follow up this week"))
        let away = try Samples.document {
            QueuePage(.failure(SocialSamples.away), Samples.context()).write(to: &$0)
        }
        #expect(away.all("div", "role", "alert").first?.text.contains("Server error") == true)
    }

    // N-13, N-14: the form of a coach has the cadence, and the day only if it was decided on.
    @Test func aCoachesPageSetsCadenceAndDay() throws {
        let rows = FollowUpSamples.rows
        let due = try Samples.document(FollowUpSamples.coach([FollowUpSamples.plan(rows[1])]))
        #expect(due.all("h2").map(\.text).contains("Next contact"))
        #expect(due.text.contains("Waiting for an answer since Nov 19, 2026. Every 21 days."))
        #expect(due.all("input", "name", "cadence_days").first?["value"] == "21")
        #expect(due.all("input", "name", "due_on").first?["value"] == "")
        let snoozed = try Samples.document(
            FollowUpSamples.coach([FollowUpSamples.plan(rows[3], cadence: 1)]))
        #expect(snoozed.all("input", "name", "due_on").first?["value"] == "2026-11-26")
        #expect(snoozed.text.contains("Every day."))
        let never = try Samples.document(FollowUpSamples.coach([FollowUpSamples.plan(nil)]))
        #expect(never.text.contains("Not due: no contact yet. Every 21 days."))
        #expect(!never.buttons.contains("Done") && never.buttons.contains("Save"))
        let refused = try Samples.document(
            FollowUpSamples.coach([FollowUpSamples.plan(rows[3])], FollowUpSamples.refused))
        #expect(refused.all("input", "name", "cadence_days").first?["value"] == "never")
        #expect(refused.text.contains("Please enter a number of days"))
        let read = try Samples.document(
            FollowUpSamples.coach(
                [FollowUpSamples.plan(rows[0]), FollowUpSamples.plan(FollowUpSamples.ofTwo[5])],
                nil, .parent))
        #expect(read.text.contains("Leo Rivera: Waiting for an answer"))
        #expect(read.all("input", "name", "cadence_days").isEmpty)
    }

    // N-14: only what was touched is sent.
    @Test func aFormSendsWhatDiffers() throws {
        let plan = FollowUpSamples.plan(FollowUpSamples.rows[3])
        var entry = FollowUpEntry(of: plan)
        func request(day: CivilDay? = nil) throws -> SetFollowUp.Request? {
            try entry.request(for: plan, day: day, timeZone: "UTC")
        }
        #expect(try request() == nil)
        entry.day = ""
        #expect(try request()?.clear.value == ["due_on"])
        entry.day = "12/1/26"
        let planned = try #require(try request(day: CivilDay(year: 2026, month: 12, day: 1)))
        #expect(planned.dueOn.value == "2026-12-01" && planned.cadenceDays.value == nil)
        entry = FollowUpEntry(of: plan)
        entry.cadence = "14"
        #expect(try request()?.cadenceDays.value == 14)
        #expect(try request()?.dueOn.value == nil)
        entry.cadence = ""
        #expect(try request()?.clear.value == ["cadence_days"])
        entry.cadence = "soon"
        let refusal = #expect(throws: ServiceError.self) { try request() }
        #expect(refusal?.errors == ["cadence_days": "Please enter a number of days"])
    }
}
