import Testing

@testable import Contracts

@Suite("ResetCode: 130 random bits that people can type")
struct ResetCodeTests {
    @Test func hasTwentySixSymbolsInFiveGroups() throws {
        var seen: Set<Character> = []
        for _ in 0..<200 {
            let code = ResetCode.random()
            #expect(code.symbolText.count == 26)
            #expect(code.description.split(separator: "-").map(\.count) == [5, 5, 5, 5, 6])
            #expect(ResetCode(typed: code.description) == code)
            seen.formUnion(code.symbolText)
        }
        // Five bits a symbol: all 32 occur, and 26 of them are over 128 bits.
        #expect(seen == Set(CodeSymbols.all) && seen.count == 32)
        #expect(ResetCode.symbolCount * 5 >= 128)
        #expect(ResetCode.random() != ResetCode.random())
    }

    @Test func blanksHyphensAndCaseAreForgiven() {
        let code = "7KQ2W-9XB4T-MN3RD-HJ5PV-C8G6Y2"
        for typed in [
            code, code.lowercased(), code.replacing("-", with: ""),
            " 7kq2w 9xb4t mn3rd hj5pv c8g6y2\n",
        ] {
            #expect(ResetCode(typed: typed)?.description == code)
        }
    }

    @Test(arguments: [
        "", "FAM-7KQ2WX", "7KQ2W-9XB4T-MN3RD-HJ5PV-C8G6Y", "7KQ2W-9XB4T-MN3RD-HJ5PV-C8G6Y22",
        "0KQ2W-9XB4T-MN3RD-HJ5PV-C8G6Y2", "IKQ2W-9XB4T-MN3RD-HJ5PV-C8G6Y2",
        "ÄKQ2W-9XB4T-MN3RD-HJ5PV-C8G6Y2",
    ])
    func anythingElseIsNoCode(typed: String) {
        #expect(ResetCode(typed: typed) == nil)
    }

    @Test func overlongTextIsNotLookedAt() {
        let code = "7KQ2W-9XB4T-MN3RD-HJ5PV-C8G6Y2"
        let room = CodeSymbols.typedBytesMax - code.utf8.count
        #expect(ResetCode(typed: code + String(repeating: " ", count: room)) != nil)
        #expect(ResetCode(typed: code + String(repeating: " ", count: room + 1)) == nil)
    }

    @Test func formsNameEveryWrongField() {
        #expect(
            refusedFields(ResetPassword.self, #"{"email":"x","code":"y","password":"z"}"#).keys
                .sorted() == ["code", "email", "password"])
        #expect(
            refusedFields(ResetPassword.self, #"{"code":7}"#)["code"] == ResetCode.refusal)
        #expect(
            refusedFields(ChangePassword.self, "{}") == [
                "current_password": "Please enter your password",
                "new_password": "Password must have at least 15 characters",
            ])
        let longest = String(repeating: "é", count: 256)
        #expect(
            refusedFields(
                ChangePassword.self,
                #"{"current_password":"\#(longest)","new_password":"\#(longest)"}"#) == [
                    "new_password": "Choose a password other than the current one"
                ])
        let other = String(longest.dropLast()) + "x"
        #expect(
            refusedFields(
                ChangePassword.self,
                #"{"current_password":"\#(longest)","new_password":"\#(other)"}"#) == [:])
        #expect(
            refusedFields(ChangePassword.self, #"{"new_password":"\#(longest)x"}"#)["new_password"]
                == "Password must have at most 256 characters")
        #expect(refusedFields(RenewRecoveryCodes.self, "{}").keys.sorted() == ["password"])
        #expect(refusedFields(MakeResetCode.self, "{}").keys.sorted() == ["email"])
    }
}
