import Contracts
import Foundation
import ServiceKit
import Testing

@testable import Identity

@Suite("PasswordPolicy: what is refused beyond the length (S24, DOMAIN field rules)")
struct PasswordPolicyTests {
    static let owner = PasswordPolicy.Owner(
        fullName: "Jordan O'Malley Li", email: "jo.pitcher99@example.org")

    static let refused: [(String, String)] = [
        ("aaaaaaaaaaaaaaaa", PasswordPolicy.Refusal.repetition),
        ("ababababababababab", PasswordPolicy.Refusal.repetition),
        ("abcdabcdabcdabcd", PasswordPolicy.Refusal.repetition),
        ("k3Wxyk3Wxyk3Wxy", PasswordPolicy.Refusal.repetition),
        ("abcdefghijklmnopq", PasswordPolicy.Refusal.sequence),
        ("zyxwvutsrqponmlk", PasswordPolicy.Refusal.sequence),
        ("123456789012345", PasswordPolicy.Refusal.sequence),
        ("qwertyuiopasdfgh", PasswordPolicy.Refusal.sequence),
        ("QWERTY-asdfgh-zxcvbn", PasswordPolicy.Refusal.sequence),
        ("1qaz2wsx3edc4rfv", PasswordPolicy.Refusal.sequence),
        ("passwordpassword1", PasswordPolicy.Refusal.commonWords),
        ("P4$$w0rd-Dr4gon-2024", PasswordPolicy.Refusal.commonWords),
        ("iloveyouforever!!", PasswordPolicy.Refusal.commonWords),
        ("summer football monkey", PasswordPolicy.Refusal.commonWords),
        ("letmein1234567890", PasswordPolicy.Refusal.commonWords),
        ("ＰａｓｓｗｏｒｄＬｅｔｍｅｉｎ１", PasswordPolicy.Refusal.commonWords),
        ("xv-jordan-quilt-8821", PasswordPolicy.Refusal.name),
        ("xv J0rd4n quilt 8821", PasswordPolicy.Refusal.name),
        ("the omalley gazebo", PasswordPolicy.Refusal.name),
        ("pitcher99 gazebo quilt", PasswordPolicy.Refusal.email),
        ("gazebo jo.pitcher99 x", PasswordPolicy.Refusal.email),
        ("my compass gazebo quilt", PasswordPolicy.Refusal.product),
        ("Recru1t1ng gazebo 44", PasswordPolicy.Refusal.product),
    ]

    @Test(arguments: refused)
    func isRefusedWithTheRule(password: String, rule: String) {
        #expect(PasswordPolicy.refusal(of: password, Self.owner) == rule)
    }

    static let admitted = [
        "quartz-velvet-nimbus-7", "correct horse battery staple", "gazebo quilt thimble",
        "90 28 17 36 45 19 27 3", "r8#kQ!z2@Lm9$vTx", "Straßenbahnhaltestelle",
        "пингвины едят мороженое", "🐙🦊🦄🐝🐢🦋🐌🐞🐜🦂🦀🐍🦎🐇🐿", "lichen on the gazebo roof",
        "my li gazebo quilt x",
    ]

    @Test(arguments: admitted)
    func isAdmitted(password: String) {
        #expect(PasswordPolicy.refusal(of: password, Self.owner) == nil)
    }

    @Test
    func refusalNamesTheField() {
        let error = #expect(throws: ServiceError.self) {
            try PasswordPolicy.check("passwordpassword1", of: Self.owner)
        }
        #expect(error?.code == .validationFailed)
        #expect(error?.errors["password"] == PasswordPolicy.Refusal.commonWords)
    }

    @Test
    func compositionNeedsSoManyUncommonCharacters() {
        // Three characters beside the words are too few, four are enough.
        #expect(
            PasswordPolicy.refusal(of: "dragonmonkeyxvk", Self.owner)
                == PasswordPolicy.Refusal.commonWords)
        #expect(PasswordPolicy.refusal(of: "dragonmonkeyxvkj", Self.owner) == nil)
    }

    @Test
    func longestPasswordIsJudgedWithoutHarm() {
        // The work grows with the length, not with its square or worse.
        let long = String(repeating: "passwordqwertyuiop", count: 14) + "gaz"
        #expect(long.count <= FamilyLimit.passwordLength.upperBound)
        #expect(PasswordPolicy.refusal(of: long, Self.owner) != nil)
    }

    /// The demo draws three words for each password, perhaps one of them several times.
    @Test func thePasswordsOfTheDemoAreTaken() throws {
        let script = try String(
            contentsOfFile: Checkout.file("deploy/demo_family.py"), encoding: .utf8)
        let line = try #require(
            script.split(separator: "\n").first { $0.hasPrefix("WORDS = ") })
        let words = try #require(line.split(separator: "\"").dropFirst().first)
            .split(separator: " ")
        #expect(words.count >= 10)
        for word in words {
            let password = "\(word)-\(word)-\(word)-1234"
            #expect(PasswordPolicy.refusal(of: password, Self.owner) == nil, "\(password)")
        }
    }
}
