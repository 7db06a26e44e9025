import Testing

@testable import Sodium

@Suite struct SealedStreamTests {
    private static let salt = [UInt8](repeating: 7, count: PassphraseKey.saltByteCount)

    private func key(_ passphrase: String = "four quiet otters") throws -> PassphraseKey {
        try PassphraseKey(
            SecretBytes(Array(passphrase.utf8)), salt: Self.salt, cost: .unsafeForTests)
    }

    @Test func piecesOpenInTheirOrderOnlyAndTheLastSaysSo() throws {
        let sealing = try SealingStream(try key())
        let pieces: [[UInt8]] = [[1, 2, 3], [], [4]]
        var sealed: [[UInt8]] = []
        for (index, piece) in pieces.enumerated() {
            sealed.append(
                try sealing.seal(piece, isLast: index == 2, binding: index == 0 ? [9] : []))
        }
        #expect(sealed.map(\.count) == pieces.map { $0.count + SealingStream.overheadByteCount })
        let opening = try OpeningStream(try key(), header: sealing.header)
        // Beside another head, out of order, or changed, a piece does not open.
        #expect(throws: SodiumError.self) { try opening.open(sealed[0], binding: [8]) }
        #expect(throws: SodiumError.self) { try opening.open(sealed[1], binding: [9]) }
        var changed = sealed[0]
        changed[1] ^= 1
        #expect(throws: SodiumError.self) { try opening.open(changed, binding: [9]) }
        #expect(throws: SodiumError.self) { try opening.open([1, 2], binding: [9]) }
        let first = try opening.open(sealed[0], binding: [9])
        #expect(first.piece == pieces[0] && !first.isLast)
        #expect(try !opening.open(sealed[1]).isLast)
        #expect(throws: SodiumError.self) { try opening.open(sealed[1]) }
        let last = try opening.open(sealed[2])
        #expect(last.piece == pieces[2] && last.isLast)
    }

    @Test func anotherPassphraseOrSaltOpensNothing() throws {
        let sealing = try SealingStream(try key())
        let sealed = try sealing.seal([1], isLast: true)
        let other = try OpeningStream(try key("four quiet cats"), header: sealing.header)
        let error = #expect(throws: SodiumError.self) { try other.open(sealed) }
        #expect(error?.code == .notAuthentic)
    }

    @Test func aKeyAsksForNoMoreThanItsReaderGives() throws {
        let secret = SecretBytes([1])
        func code(_ salt: [UInt8], _ cost: PasswordHash.Cost) -> SodiumError.Code? {
            do {
                _ = try PassphraseKey(secret, salt: salt, cost: cost)
                return nil
            } catch { return error.code }
        }
        let most = PassphraseKey.costMax
        #expect(code([1], .unsafeForTests) == .wrongLength)
        #expect(
            code(Self.salt, .init(passes: most.passes + 1, memoryBytes: 8_192)) == .costTooHigh)
        #expect(code(Self.salt, .init(passes: most.passes, memoryBytes: 8_192)) == nil)
        #expect(
            code(Self.salt, .init(passes: 1, memoryBytes: most.memoryBytes + 1)) == .costTooHigh)
        #expect(code(Self.salt, .init(passes: 1, memoryBytes: 8_191)) == .costTooHigh)
        #expect(code(Self.salt, .init(passes: 0, memoryBytes: 8_192)) == .costTooHigh)
    }

    @Test func aDigestInPiecesIsTheDigestOfTheWhole() {
        let stream = SHA256Stream()
        stream.update([0x61])
        stream.update([])
        stream.update([0x62, 0x63])
        #expect(
            stream.hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
