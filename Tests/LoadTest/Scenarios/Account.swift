import Contracts
import Foundation
import ServiceKit
import Synchronization

/// A player with a family of the test's own, signed in as people are.
final class Account: Sendable {
    /// Passports are renewed when they are this old: they live for five minutes.
    static let passportAge = Duration.seconds(200)

    /// The family.
    let family: FamilyID
    /// The user.
    let user: UserID
    private let token: String
    private let passportState: Mutex<(bytes: [UInt8], issuedAt: ContinuousClock.Instant)>

    /// The passport's bytes; never older than five minutes if `renew` is called in time.
    var passport: [UInt8] { passportState.withLock { $0.bytes } }

    /// Signs somebody up and in, and makes a family.
    init(number: Int, tag: String, target: Target) throws {
        let caller = target.caller
        let email = "player\(number).\(tag)@loadtest.example"
        let password = "steady-gull-\(UInt32.random(in: 1_000_000 ... .max))-counts"
        _ = try caller.call(
            SignUp.self,
            .init(
                email: email, fullName: "Load Player \(number)", role: Role.player.rawValue,
                password: password), options: .init(budget: Target.patience))
        let login = try caller.call(
            Login.self, .init(email: email, password: password, device: "compass-loadtest"),
            options: .init(budget: Target.patience))
        token = login.token
        user = login.user.id
        let first = try Account.fetch(token, caller)
        let made = try caller.call(
            CreateFamily.self, .init(name: "Load Family \(number)", timeZone: "UTC"),
            options: .init(passport: first, budget: Target.patience))
        family = made.family.familyUnitID
        passportState = Mutex((try Account.fetch(token, caller), .now))
    }

    /// Fetches a new passport if the present one grows old.
    func renew(_ target: Target) throws {
        let age = passportState.withLock { ContinuousClock.now - $0.issuedAt }
        guard age >= Account.passportAge else { return }
        let bytes = try Account.fetch(token, target.caller)
        passportState.withLock { $0 = (bytes, .now) }
    }

    /// Options for a call as this player.
    var options: Caller.Options {
        .init(passport: passport, family: family, budget: Target.patience)
    }

    private static func fetch(_ token: String, _ caller: Caller) throws -> [UInt8] {
        let answer = try caller.call(
            IssuePassport.self, .init(token: token), options: .init(budget: Target.patience))
        guard let bytes = Data(base64Encoded: answer.passport) else {
            throw LoadTestFailure(.other, "identity issued a passport that is not base 64")
        }
        return Array(bytes)
    }
}
