import Testing

@testable import Contracts

@Suite struct TrashOperationsTests {
    private static func listRefusal(_ request: ListOperations.Request) -> [String: String]? {
        do {
            _ = try request.validated()
            return nil
        } catch { return error.errors }
    }

    private static func purgeRefusal(_ json: String) -> [String: String]? {
        do {
            let request = try JSONCoding.decodeRequest(
                PurgeOperations.Request.self, from: Array(json.utf8))
            _ = try request.validated()
            return nil
        } catch { return error.errors }
    }

    @Test(arguments: [
        ("0123456", false), ("01234567", true), ("0123-4567", true), ("0123456G", false),
        ("01234567-89AB-cdef-0123-456789abcdef", true),
        ("0123456789abcdef0123456789abcdef0", false), ("", false), ("--------", false),
    ])
    func anEndingHasEightToThirtyTwoDigits(typed: String, isTaken: Bool) {
        #expect((RecordEnding(typed) != nil) == isTaken)
        #expect((Self.listRefusal(.init(ending: typed)) == nil) == isTaken)
    }

    @Test func anEndingStandsAtTheEndOfItsID() throws {
        let id = OperationID(high: 0x0197_1234_5678_7abc, low: 0x8def_0123_4567_89ab)
        for count in RecordEnding.digitCounts {
            let digits = String(id.text.filter { $0 != "-" }.suffix(count)).uppercased()
            let ending = try #require(RecordEnding(digits))
            #expect(id.text.hasSuffix(ending.text))
            #expect(ending.text.filter { $0 != "-" }.count == count)
        }
        #expect(RecordEnding(id).text == id.text)
    }

    @Test func theNumberOfOperationsIsLimited() {
        #expect(Self.listRefusal(.init(limit: 1)) == nil)
        #expect(Self.listRefusal(.init(limit: ListOperations.rowsMax)) == nil)
        for limit in [0, ListOperations.rowsMax + 1] {
            #expect(
                Self.listRefusal(.init(limit: limit))
                    == ["limit": "Expected a whole number from 1 to 1000"])
        }
    }

    @Test func aPurgeNamesOneOperationOrAll() {
        let id = OperationID(high: 1, low: 2).text
        #expect(Self.purgeRefusal(#"{"operation_id":"\#(id)"}"#) == nil)
        #expect(Self.purgeRefusal(#"{"all":true}"#) == nil)
        #expect(Self.purgeRefusal("{}") == ["operation_id": PurgeOperations.Refusal.nothing])
        #expect(
            Self.purgeRefusal(#"{"all":false}"#)
                == ["operation_id": PurgeOperations.Refusal.nothing])
        #expect(
            Self.purgeRefusal(#"{"all":true,"operation_id":"\#(id)"}"#)
                == ["operation_id": PurgeOperations.Refusal.both])
        #expect(
            Self.purgeRefusal(#"{"operation_id":"x"}"#)
                == ["operation_id": "Expected an operation's id"])
        #expect(
            Self.purgeRefusal(#"{"operation_id":1,"all":1}"#)?.keys.sorted()
                == ["all", "operation_id"])
    }

    @Test func whatIsDeletedIsKeptForThirtyDays() {
        #expect(TrashLimit.keptFor == .seconds(2_592_000))
    }
}
