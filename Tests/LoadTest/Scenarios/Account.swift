import Contracts
import Foundation
import ServiceKit
import Synchronization

/// A signed-in player with a new family.
final class Account: Sendable {
    /// The age at which passports are renewed; they expire after five minutes.
    static let passportAge = Duration.seconds(200)

    let family: FamilyID
    let user: UserID
    private let token: String
    private let passportState: Mutex<(bytes: [UInt8], issuedAt: ContinuousClock.Instant)>

    /// The current passport's bytes. Valid as long as `renew` is called in time.
    var passport: [UInt8] { passportState.withLock { $0.bytes } }

    /// Signs up and in, and creates a family.
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

    /// Fetches a new passport if the current one is old.
    func renew(_ target: Target) throws {
        let age = passportState.withLock { ContinuousClock.now - $0.issuedAt }
        guard age >= Account.passportAge else { return }
        let bytes = try Account.fetch(token, target.caller)
        passportState.withLock { $0 = (bytes, .now) }
    }

    /// The options of a call as this player.
    var options: Caller.Options {
        .init(passport: passport, family: family, budget: Target.patience)
    }

    /// Adds a school to the family.
    func addSchool(_ name: String, _ target: Target) throws -> SchoolID {
        try target.caller.call(AddSchool.self, .init(name: name), options: options).school.id
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
