import Testing

@testable import Sodium

@Suite struct SecretBoxTests {
    @Test(arguments: [0, 1, 200])
    func whatIsSealedOpensWithTheSameKeyOnly(count: Int) throws {
        let box = try SecretBox()
        let message = [UInt8](repeating: 7, count: count)
        let sealed = try box.seal(message)
        #expect(sealed.count == count + SecretBox.overheadByteCount)
        #expect(box.open(sealed) == message)
        #expect(try SecretBox().open(sealed) == nil)
        #expect(try box.seal(message) != sealed)
    }

    @Test func whatWasChangedDoesNotOpen() throws {
        let box = try SecretBox()
        let sealed = try box.seal([1, 2, 3])
        for place in sealed.indices {
            var changed = sealed
            changed[place] ^= 1
            #expect(box.open(changed) == nil)
        }
        #expect(box.open([]) == nil && box.open(Array(sealed.dropLast())) == nil)
        #expect(box.open([UInt8](repeating: 0, count: SecretBox.overheadByteCount - 1)) == nil)
    }
}
