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
                == ["code": SecondFactorCode.refusal])
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
