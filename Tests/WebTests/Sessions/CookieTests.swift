import Contracts
import Foundation
import HTTP
import Testing

@testable import Web

@Suite("The cookies of a reader")
struct CookieTests {
    private static func session(isShared: Bool?) -> Session {
        let began = Instant(milliseconds: 0)
        return Session(
            id: SessionID(high: 1, low: 1), device: nil, createdAt: began, lastUsedAt: began,
            expiresAt: began, isShared: isShared)
    }

    /// S19: on a device that other people use, the sign-in ends with the browser's window.
    @Test func aSharedDeviceForgetsItsSignIn() throws {
        func age(_ isShared: Bool?) throws -> Bool {
            try SessionCookie(isSecure: false).setting("t", of: Self.session(isShared: isShared))
                .headerValue.contains("Max-Age")
        }
        #expect(try age(nil) && age(false) && !age(true))
    }

    private func cookies(isSecure: Bool) throws -> [String] {
        let left = LeftFamily(
            familyUnitID: FamilyID(high: 1, low: 2), name: "The Riveras",
            leftAt: Instant(milliseconds: 3))
        return [
            try SessionCookie(isSecure: isSecure).setting("token", of: Self.session(isShared: nil)),
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
