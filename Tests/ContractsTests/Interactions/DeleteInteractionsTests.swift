import Testing

@testable import Contracts

@Suite struct DeleteInteractionsTests {
    private func ids(_ count: Int) -> [InteractionID] {
        (0..<count).map { InteractionID(high: 1, low: UInt64($0)) }
    }

    private func refusal(_ json: String) -> String? {
        do throws(ServiceError) {
            let request = try JSONCoding.decodeRequest(
                DeleteInteractions.Request.self, from: Array(json.utf8))
            _ = try request.validated()
            return nil
        } catch {
            return error.errors["ids"]
        }
    }

    // N-37
    @Test func upToTheLimitAreTaken() throws {
        let most = DeleteInteractions.idsMax
        #expect(try DeleteInteractions.Request(ids: ids(most)).validated().ids == ids(most))
        let error = #expect(throws: ServiceError.self) {
            try DeleteInteractions.Request(ids: ids(most + 1)).validated()
        }
        #expect(error?.message == "At most 500 interactions can be deleted at a time")
    }

    // N-37
    @Test func anIdCountsOnce() throws {
        let request = DeleteInteractions.Request(ids: ids(2) + ids(3))
        #expect(try request.validated().ids == ids(3))
    }

    // N-37
    @Test func idsAreRequired() {
        #expect(refusal("{}") == "Please choose interactions")
        #expect(refusal(#"{"ids":[]}"#) == "Please choose interactions")
        #expect(refusal(#"{"ids":["x"]}"#) == "Interactions must be given by their ids")
        #expect(refusal(#"{"ids":"x"}"#) == "Interactions must be given by their ids")
    }

    // N-37
    @Test func theRefusalCountsWhatIsMissing() {
        #expect(
            DeleteInteractions.Refusal.missing(1, of: 3)
                == "1 of 3 interactions is not among yours, so nothing was deleted")
        #expect(
            DeleteInteractions.Refusal.missing(2, of: 3)
                == "2 of 3 interactions are not among yours, so nothing was deleted")
    }

    // N-37: the name of one of several records says nothing about the others.
    @Test(arguments: [(1, "Interaction \"Camp\""), (3, "3 interactions")])
    func theTrashCountsThem(count: Int, words: String) {
        let operation = UndoableOperation(
            id: OperationID(high: 1, low: 1), kind: DeleteInteractions.name, effect: .deleted,
            title: "Camp", counts: ["interactions": count], actor: nil, actorName: nil,
            createdAt: .earliest, undoneAt: nil, purgedAt: nil, expiresAt: nil)
        #expect(TrashWords.what(operation) == words)
    }
}
