import Testing

/// What a receiver may see of a hook, and what it may not (N-114, N-119, N-122).
@Suite struct DeliveryFoldTests {
    /// A request in a life, with a status of 200 unless it fails.
    private func request(
        _ number: Int64, life: Int = 1, fails: Bool = false
    ) -> DeliveryFold.Request {
        DeliveryFold.Request(
            number: number, id: "id \(number)", change: "change \(number)",
            body: "body \(number)", life: life, isTaken: !fails)
    }

    @Test func messagesInOrderAreRight() {
        let fold = DeliveryFold([request(1), request(2), request(3)])
        #expect(fold.problems.isEmpty && fold.repeats == 0)
        #expect(fold.taken.map(\.number) == [1, 2, 3])
    }

    @Test func aFailureIsTriedAgain() {
        let fold = DeliveryFold([request(1, fails: true), request(1), request(2)])
        #expect(fold.problems.isEmpty && fold.repeats == 0 && fold.taken.count == 2)
    }

    @Test func theNextProcessMayRepeatWhatWasTakenLast() {
        let fold = DeliveryFold([
            request(1), request(2), request(2, life: 2, fails: true), request(2, life: 2),
            request(3, life: 2),
        ])
        #expect(fold.problems.isEmpty && fold.repeats == 2 && fold.taken.count == 3)
    }

    @Test func aRequestOfAnEndedProcessMayArriveLate() {
        let fold = DeliveryFold([request(1), request(2, life: 2), request(2), request(3, life: 2)])
        #expect(fold.problems.isEmpty && fold.repeats == 1 && fold.taken.count == 3)
    }

    @Test func theSameProcessMayNotRepeatWhatWasTaken() {
        #expect(DeliveryFold([request(1), request(1)]).problems.count == 1)
        let later = [request(1), request(1, life: 2), request(1, life: 2)]
        #expect(DeliveryFold(later).problems.count == 1)
    }

    @Test func theNextProcessMayNotRepeatAnOlderOne() {
        let fold = DeliveryFold([request(1), request(2), request(1, life: 2)])
        #expect(fold.problems.count == 1)
    }

    @Test func theNextProcessMayNotGoBackAfterItWentOn() {
        let fold = DeliveryFold([request(1), request(2, life: 2, fails: true), request(1, life: 2)])
        #expect(fold.problems.count == 1)
    }

    @Test func aGapIsFound() {
        let fold = DeliveryFold([request(1), request(3)])
        #expect(fold.problems.count == 1 && fold.taken.count == 1)
    }

    @Test func anotherIdOrBodyOfTheSameMessageIsFound() {
        var again = request(1, life: 2)
        again.id = "another id"
        #expect(DeliveryFold([request(1), again]).problems.count == 1)
        again = request(1, life: 2)
        again.body = "another body"
        #expect(DeliveryFold([request(1), again]).problems.count == 1)
    }

    @Test func twoMessagesWithOneIdOrChangeAreFound() {
        var second = request(2)
        second.id = "id 1"
        #expect(DeliveryFold([request(1), second]).problems.count == 1)
        second = request(2)
        second.change = "change 1"
        #expect(DeliveryFold([request(1), second]).problems.count == 1)
    }
}
