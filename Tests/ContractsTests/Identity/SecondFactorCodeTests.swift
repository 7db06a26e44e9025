import Contracts
import Testing

@Suite struct SecondFactorCodeTests {
    private static let reset = "7KQ2W-9XB4T-MN3RD-HJ5PV-C8G6Y2"

    @Test func digitsMayHaveSpaces() {
        #expect(SecondFactorCode(typed: "123456") == .digits("123456"))
        #expect(SecondFactorCode(typed: " 123 456 ") == .digits("123456"))
        let reset = ResetCode(typed: Self.reset)
        #expect(reset != nil && SecondFactorCode(typed: Self.reset) == reset.map { .reset($0) })
    }

    // What apps and phones copy: no-break and narrow spaces, hyphens, marks of direction.
    @Test(arguments: [
        "123\u{A0}456", "123\u{202F}456", "123-456", "123\u{2011}456", "\u{200E}123456\u{200F}",
        "\u{FEFF}123456\n", "1 2 3 4 5 6",
    ])
    func whatStandsBetweenDigitsDoesNotCount(typed: String) {
        #expect(SecondFactorCode(typed: typed) == .digits("123456"))
    }

    @Test(arguments: [
        ("GEZDGNBVGY3TQOJQ", "GEZD GNBV GY3T QOJQ"), ("MZXW6", "MZXW 6"), ("MZXW", "MZXW"),
        ("", ""),
    ])
    func theSecretIsReadInGroupsOfFour(secret: String, groups: String) {
        let made = BeginSecondFactor.Response(secret: secret, email: "a@example.org")
        #expect(made.groupedSecret == groups)
        #expect(made.secret == secret && made.address.contains("secret=\(secret)&"))
    }

    @Test(arguments: ["", "12345", "1234567", "12345a", "١٢٣٤٥٦", "12-456", "7KQ2W-9XB4T"])
    func anythingElseIsNone(typed: String) {
        #expect(SecondFactorCode(typed: typed) == nil)
    }

    @Test func aLongTextIsNotRead() {
        let spaces = String(repeating: " ", count: 122)
        #expect(SecondFactorCode(typed: spaces + "123456") == .digits("123456"))
        #expect(SecondFactorCode(typed: spaces + " 123456") == nil)
    }

    @Test func refusalsNameTheField() {
        #expect(
            refusedFields(ConfirmSecondFactor.self, #"{"code":"12"}"#)
                == ["code": SecondFactorCode.digitsRefusal])
        // A recovery code proves no app.
        #expect(
            refusedFields(ConfirmSecondFactor.self, #"{"code":"7KQ2W-9XB4T-MN3RD-HJ5PV-C8G6Y2"}"#)
                == ["code": SecondFactorCode.digitsRefusal])
        #expect(refusedFields(ConfirmSecondFactor.self, "{}").keys.sorted() == ["code"])
        #expect(
            refusedFields(RemoveSecondFactor.self, "{}").keys.sorted() == ["code", "password"])
        #expect(refusedFields(BeginSecondFactor.self, "{}").keys.sorted() == ["password"])
        #expect(
            refusedFields(
                Login.self,
                #"{"email":"a@example.org","password":"x","code":"12"}"#
            ) == ["code": SecondFactorCode.refusal])
    }
}
