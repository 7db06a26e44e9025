import Testing

@testable import Contracts

// DOMAIN, Families: FAM- and six of 32 symbols, typing forgiven.
@Suite struct FamilyCodeTests {
    @Test(arguments: [
        "FAM-7KQ2WX", "fam-7kq2wx", " FAM-7KQ2WX ", "7KQ2WX", "7kq 2wx", "FAM7KQ2WX",
        "fam 7kq2wx", "f a m - 7 k q 2 w x", "\tFAM-7KQ2WX\n", "FAM-\u{A0}7KQ2WX",
    ])
    func typingIsForgiven(typed: String) {
        #expect(FamilyCode(typed: typed)?.description == "FAM-7KQ2WX")
    }

    @Test func symbolsThatSpellThePrefixAreTaken() {
        #expect(FamilyCode(typed: "FAMXYZ")?.description == "FAM-FAMXYZ")
        #expect(FamilyCode(typed: "FAM-FAMXYZ")?.description == "FAM-FAMXYZ")
    }

    @Test(arguments: [
        "", "FAM-", "FAM", "7KQ2W", "7KQ2WXY", "FAM-7KQ2W", "FAM-7KQ2WXY", "FAM-7KQ2WI",
        "FAM-7KQ2WO", "FAM-7KQ2W0", "FAM-7KQ2W1", "FAM--7KQ2WX", "XAM-7KQ2WX", "7KQ-2WX",
        "ＦAM-7KQ2WX", "7KQ2Wé", "7KQ2W\u{301}X", "FAM-FAM-7KQ2WX",
    ])
    func otherTextIsRefused(typed: String) {
        #expect(FamilyCode(typed: typed) == nil)
    }

    @Test func sixtyFourBytesAreLookedAtAndOneMoreIsNot() {
        let blanks = String(repeating: " ", count: FamilyCode.typedBytesMax - 6)
        #expect(FamilyCode(typed: blanks + "7KQ2WX") != nil)
        #expect(FamilyCode(typed: blanks + " 7KQ2WX") == nil)
    }

    @Test func randomCodesAreOfTheirFormAndDiffer() {
        #expect(CodeSymbols.all.count == 32)
        #expect(Set(CodeSymbols.all).isDisjoint(with: "IO01"))
        let codes = (0..<500).map { _ in FamilyCode.random() }
        for code in codes {
            #expect(code.description.count == 10)
            #expect(FamilyCode(typed: code.description) == code)
        }
        #expect(Set(codes).count > 495)
        #expect(Set(codes.flatMap { $0.description.dropFirst(4) }).count == 32)
    }
}
