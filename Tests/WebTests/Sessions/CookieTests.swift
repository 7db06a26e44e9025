import Contracts
import Foundation
import HTTP
import Testing

@testable import Web

@Suite("The cookies of a reader")
struct CookieTests {
    private func cookies(isSecure: Bool) throws -> [String] {
        let left = LeftFamily(
            familyUnitID: FamilyID(high: 1, low: 2), name: "The Riveras",
            leftAt: Instant(milliseconds: 3))
        return [
            try SessionCookie(isSecure: isSecure).setting("token"),
            try FamilyCookie.setting(left.familyUnitID, isSecure: isSecure),
            try LeavingCookie.setting(left, isSecure: isSecure),
        ].map(\.headerValue)
    }

    /// Other hosts of the domain can set none of them.
    @Test func behindTLSEachBelongsToTheHost() throws {
        for cookie in try cookies(isSecure: true) {
            #expect(cookie.hasPrefix("__Host-compass"))
            #expect(cookie.contains("; Secure") && cookie.contains("; HttpOnly"))
        }
    }

    @Test func withoutTLSTheyHaveNoPrefix() throws {
        for cookie in try cookies(isSecure: false) {
            #expect(cookie.hasPrefix("compass") && !cookie.contains("Secure"))
        }
    }
}
