import Contracts
import DataServiceKit
import Foundation
import OATH
import ServiceKit
import Storage
import Testing

@testable import Identity

extension IdentityFixture {
    /// The code that the person's app shows now, or some steps later.
    fileprivate func digits(_ person: Person, later steps: Int64 = 0) throws -> String {
        let factor = try service.database.read {
            try SecondFactorRepository(of: person.user.id).find(in: $0)
        }
        let present = TimeCode.step(at: clock.now.milliseconds / 1_000)
        return TimeCode.code(factor?.secret ?? [], step: present + steps) ?? ""
    }

    /// Somebody who signs in with a second factor. The confirming code is used up, so some time
    /// passes.
    fileprivate func secured(_ name: String) throws -> Person {
        let person = try person(name, .player)
        try call(BeginSecondFactor.self, .init(password: Self.password), as: person)
        try call(ConfirmSecondFactor.self, .init(code: try digits(person)), as: person)
        clock.advance(by: .seconds(60))
        return person
    }

    /// The error of a sign-in with a code; nil if it succeeded.
    fileprivate func signInRefusal(_ person: Person, _ code: String?) -> ServiceError? {
        refusal(
            Login.self,
            .init(email: person.user.email, password: Self.password, device: nil, code: code))
    }
}

@Suite("A second factor")
struct SecondFactorTests {
    private let identity: IdentityFixture

    init() throws { identity = try IdentityFixture() }

    // N-70
    @Test func itCountsOnceACodeWasConfirmed() throws {
        let ana = try identity.person("Ana", .player)
        let begun = try identity.call(
            BeginSecondFactor.self, .init(password: IdentityFixture.password), as: ana)
        #expect(begun.secret.count == 32)
        #expect(
            begun.address == "otpauth://totp/Recruiting%20Compass:ana%40example.org"
                + "?secret=\(begun.secret)&issuer=Recruiting%20Compass")
        #expect(identity.signInRefusal(ana, nil) == nil)
        let wrong = identity.refusal(ConfirmSecondFactor.self, .init(code: "000000"), as: ana)
        #expect(wrong?.errors == ["code": SecondFactorText.isWrong])
        let before = try identity.head
        let code = try identity.digits(ana)
        let on = try identity.call(ConfirmSecondFactor.self, .init(code: code), as: ana)
        #expect(on == SecondFactor(isOn: true, since: identity.clock.now))
        #expect(try identity.call(ShowSecondFactor.self, EmptyRequest(), as: ana) == on)
        // The answer may have been lost.
        #expect(try identity.call(ConfirmSecondFactor.self, .init(code: code), as: ana) == on)
        #expect(
            try identity.changes(after: before).map(\.type) == [IdentityFeed.secondFactorAdded])
        #expect(
            identity.code(
                BeginSecondFactor.self, .init(password: IdentityFixture.password), as: ana)
                == .conflict)
    }

    // N-71
    @Test func aSignInNeedsACodeThatWasNotUsed() throws {
        let ana = try identity.secured("Ana")
        let missing = identity.signInRefusal(ana, nil)
        #expect(missing?.code == .unauthenticated && missing?.subject == .secondFactor)
        #expect(missing?.message == SecondFactorText.isNeeded)
        let code = try identity.digits(ana)
        #expect(identity.signInRefusal(ana, "\(code.prefix(3)) \(code.suffix(3))") == nil)
        let again = identity.signInRefusal(ana, code)
        #expect(again?.subject == .secondFactor && again?.message == SecondFactorText.isWrong)
        // The password is asked first: a code alone tells nothing.
        let other = identity.refusal(
            Login.self,
            .init(
                email: ana.user.email, password: "wrong velvet nimbus", device: nil, code: code))
        #expect(other?.message == Login.refusalText && other?.subject == nil)
    }

    // N-71: at the edges of the time in which a code counts.
    @Test(arguments: [(-2, false), (-1, true), (0, true), (1, true), (2, false)])
    func clocksMayDifferByOneStep(steps: Int64, counts: Bool) throws {
        let ana = try identity.secured("Ana")
        let code = try identity.digits(ana, later: steps)
        #expect((identity.signInRefusal(ana, code) == nil) == counts)
    }

    @Test func anEarlierCodeThanTheLastOneDoesNotCount() throws {
        let ana = try identity.secured("Ana")
        let earlier = try identity.digits(ana, later: -1)
        #expect(identity.signInRefusal(ana, try identity.digits(ana)) == nil)
        #expect(identity.signInRefusal(ana, earlier)?.subject == .secondFactor)
    }

    /// A clock that was a day ahead must not lock anybody out for a day.
    @Test func aClockThatWasAheadLocksNobodyOut() throws {
        let ana = try identity.secured("Ana")
        identity.clock.jump(by: .seconds(86_400))
        #expect(identity.signInRefusal(ana, try identity.digits(ana)) == nil)
        identity.clock.jump(by: .zero - .seconds(86_400))
        #expect(identity.signInRefusal(ana, try identity.digits(ana)) == nil)
    }

    // N-74: a sign-in on another device is told; one that replaces the device's session is not.
    @Test func anotherDeviceIsTold() throws {
        let ana = try identity.secured("Ana")
        func signIn(_ device: String?, prior: String? = nil) throws -> Login.Response {
            identity.clock.advance(by: .seconds(60))
            return try identity.call(
                Login.self,
                .init(
                    email: ana.user.email, password: IdentityFixture.password, device: device,
                    priorToken: prior, code: try identity.digits(ana)))
        }
        let before = try identity.head
        let first = try signIn("Firefox on Linux")
        func told() throws -> [IdentityFeed.DevicePayload] {
            try identity.changes(after: before).filter { $0.type == IdentityFeed.deviceAdded }
                .map {
                    try JSONDecoder().decode(
                        IdentityFeed.DevicePayload.self, from: Data($0.payload.utf8))
                }
        }
        let device = IdentityFeed.DevicePayload(
            userID: ana.user.id, familyUnitID: nil, sessionID: first.session.id,
            name: "Firefox on Linux")
        #expect(try told() == [device])
        _ = try signIn("Firefox on Linux", prior: first.token)
        #expect(try told() == [device])
    }

    // N-74: without a second factor, and without a live session elsewhere, nobody is told.
    @Test func theOnlyDeviceIsNotTold() throws {
        let ana = try identity.person("Ana", .player)
        let before = try identity.head
        #expect(identity.signInRefusal(ana, nil) == nil)
        let bea = try identity.secured("Bea")
        try identity.call(Logout.self, .init(), as: bea)
        #expect(identity.signInRefusal(bea, try identity.digits(bea)) == nil)
        #expect(
            try identity.changes(after: before).allSatisfy { $0.type != IdentityFeed.deviceAdded })
    }

    // N-72
    @Test func withoutTheAppACodeThatReplacesAPasswordSignsIn() throws {
        let ana = try identity.secured("Ana")
        let codes = try identity.recoveryCodes(of: ana)
        #expect(identity.signInRefusal(ana, codes[0].lowercased()) == nil)
        #expect(identity.signInRefusal(ana, codes[0])?.subject == .secondFactor)
        let left = try identity.call(ShowRecoveryCodes.self, EmptyRequest(), as: ana).left
        #expect(left == ResetCode.recoveryCount - 1)
        let oneTime = try identity.operatorCode(for: ana)
        #expect(identity.signInRefusal(ana, oneTime.code) == nil)
        // Those of others do not.
        let bob = try identity.secured("Bob")
        #expect(identity.signInRefusal(bob, codes[1])?.subject == .secondFactor)
    }

    @Test func aResetOfThePasswordLeavesItOn() throws {
        let ana = try identity.secured("Ana")
        let codes = try identity.recoveryCodes(of: ana)
        #expect(identity.reset(ana, codes[0]) == nil)
        let refused = identity.refusal(
            Login.self,
            .init(email: ana.user.email, password: IdentityFixture.resetPassword, device: nil))
        #expect(refused?.subject == .secondFactor)
    }

    // N-71: wrong codes are slowed down like wrong passwords, also if the password is right.
    @Test func codesAreNotGuessed() throws {
        let ana = try identity.secured("Ana")
        for _ in 0..<SignInThrottle.failuresBeforeDelay {
            #expect(identity.signInRefusal(ana, "000000")?.code == .unauthenticated)
            #expect(identity.signInRefusal(ana, nil)?.code == .unauthenticated)
        }
        let slowed = identity.signInRefusal(ana, "000000")
        #expect(slowed?.code == .busy && slowed?.message.hasPrefix("Too many wrong codes") == true)
        identity.clock.advance(by: .seconds(60))
        #expect(identity.signInRefusal(ana, try identity.digits(ana)) == nil)
        #expect(identity.signInRefusal(ana, "000000")?.code == .unauthenticated)
    }

    // N-73
    @Test func itIsTurnedOffWithThePasswordAndACode() throws {
        let ana = try identity.secured("Ana")
        let code = try identity.digits(ana)
        func remove(_ password: String, _ code: String) -> ServiceError? {
            identity.refusal(
                RemoveSecondFactor.self, .init(password: password, code: code), as: ana)
        }
        #expect(remove("wrong velvet nimbus", code)?.errors.keys.sorted() == ["password"])
        #expect(
            remove(IdentityFixture.password, "000000")?.errors
                == ["code": SecondFactorText.isWrong])
        #expect(remove(IdentityFixture.password, "12345")?.errors.keys.sorted() == ["code"])
        let before = try identity.head
        #expect(remove(IdentityFixture.password, code) == nil)
        #expect(
            try identity.changes(after: before).map(\.type) == [IdentityFeed.secondFactorRemoved])
        #expect(identity.signInRefusal(ana, nil) == nil)
        #expect(try !identity.call(ShowSecondFactor.self, EmptyRequest(), as: ana).isOn)
        // A repetition changes nothing.
        #expect(remove(IdentityFixture.password, code) == nil)
    }

    @Test func aSecretIsBegunWithThePasswordOnly() throws {
        let ana = try identity.person("Ana", .player)
        let refused = identity.refusal(
            BeginSecondFactor.self, .init(password: "wrong velvet nimbus"), as: ana)
        #expect(refused?.errors.keys.sorted() == ["password"])
        #expect(
            identity.code(ConfirmSecondFactor.self, .init(code: "123456"), as: ana) == .conflict)
        #expect(
            identity.code(
                BeginSecondFactor.self, .init(password: IdentityFixture.password))
                == .unauthenticated)
    }

    @Test func itOutlivesARestart() throws {
        let ana = try identity.secured("Ana")
        let reopened = try IdentityFixture(reopening: identity)
        #expect(reopened.signInRefusal(ana, nil)?.subject == .secondFactor)
        #expect(reopened.signInRefusal(ana, try reopened.digits(ana)) == nil)
    }
}
