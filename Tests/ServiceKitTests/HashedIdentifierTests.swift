import Contracts
import Testing

@testable import ServiceKit

@Suite struct HashedIdentifierTests {
    /// The hashes are FIPS 180-4's. Commands under such keys are stored: they must not change.
    @Test func theKeyIsTheBeginningOfTheHash() {
        #expect(
            IdempotencyKey(hashing: Array("abc".utf8))
                == IdempotencyKey(high: 0xBA78_16BF_8F01_CFEA, low: 0x4141_40DE_5DAE_2223))
        #expect(
            IdempotencyKey(hashing: [])
                == IdempotencyKey(high: 0xE3B0_C442_98FC_1C14, low: 0x9AFB_F4C8_996F_B925))
    }

    /// RFC 9562, section 5.7: records are never older than their identifiers.
    @Test func theLowerHalfOfAnIdentifierIsFoundAgain() {
        let now = Instant(milliseconds: 1_770_724_800_000)
        let content = Array("abc".utf8)
        let id = SessionID.make(at: now, hashing: content)
        #expect(id.instant == now && id.high >> 12 & 0xF == 7 && id.low == 0xBA78_16BF_8F01_CFEA)
        #expect(id.isMade(hashing: content) && !id.isMade(hashing: []))
        #expect(!SessionID.make(at: now).isMade(hashing: content))
    }
}
