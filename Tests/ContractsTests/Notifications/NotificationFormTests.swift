import Testing

@testable import Contracts

@Suite("Forms about notifications (D-46)")
struct NotificationFormTests {
    private static let id = NotificationID(high: 1, low: 1)

    private func read(_ json: String) throws -> MarkNotificationsRead.Input {
        try JSONCoding.decodeRequest(
            MarkNotificationsRead.Request.self, from: Array(json.utf8)
        ).validated()
    }

    private func refusal(_ json: String) -> [String: String]? {
        do {
            _ = try read(json)
            return nil
        } catch { return (error as? ServiceError)?.errors }
    }

    @Test func idsOrAllAreNamed() throws {
        #expect(try read(#"{"all":true}"#) == .all)
        #expect(try read(#"{"ids":["\#(Self.id)"],"all":false}"#) == .some([Self.id]))
        #expect(try MarkNotificationsRead.Request.everything.validated() == .all)
        #expect(
            try MarkNotificationsRead.Request(ids: [Self.id]).validated() == .some([Self.id]))
    }

    @Test(arguments: ["{}", #"{"ids":[]}"#, #"{"all":false}"#, #"{"ids":null,"all":null}"#])
    func nothingIsRefused(json: String) {
        #expect(refusal(json) == ["ids": "Please choose notifications, or all of them"])
    }

    @Test func bothAreRefused() {
        #expect(
            refusal(#"{"ids":["\#(Self.id)"],"all":true}"#)
                == ["ids": "Please choose either some notifications or all of them"])
    }

    @Test(arguments: [#"{"ids":["x"]}"#, #"{"ids":"x"}"#, #"{"ids":[1]}"#])
    func whatIsNoIdIsRefused(json: String) {
        #expect(refusal(json) == ["ids": "Notifications must be named by their ids"])
    }

    @Test func somethingElseThanTrueOrFalseIsRefused() {
        #expect(refusal(#"{"all":"yes"}"#) == ["all": "Expected true or false"])
    }

    @Test func aRequestNamesFiveHundredAtMost() throws {
        let ids = Array(repeating: Self.id, count: NotificationLimit.idsMax)
        #expect(NotificationLimit.idsMax == 500)
        #expect(try MarkNotificationsRead.Request(ids: ids).validated() == .some(ids))
        let error = #expect(throws: ServiceError.self) {
            try MarkNotificationsRead.Request(ids: ids + [Self.id]).validated()
        }
        #expect(error?.errors == ["ids": "At most 500 notifications can be marked at a time"])
    }

    @Test func listsTakeTrueOrFalseAndALimitFromOne() throws {
        let input = try ListNotifications.Request(unread: true, limit: 1).validated()
        #expect(input.isUnreadOnly && input.limit == 1)
        #expect(try !ListNotifications.Request().validated().isUnreadOnly)
        #expect(try ListNotifications.Request().validated().limit == nil)
        let form = try JSONCoding.decodeRequest(
            ListNotifications.Request.self, from: Array(#"{"unread":1,"limit":"x"}"#.utf8))
        let error = #expect(throws: ServiceError.self) { try form.validated() }
        #expect(
            error?.errors == [
                "unread": "Expected true or false",
                "limit": "Limit must be a whole number from 1",
            ])
    }
}
