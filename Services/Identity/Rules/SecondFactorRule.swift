import Contracts
import OATH
import Sodium

/// Decides whether a code of an authenticator app is valid.
enum SecondFactorRule {
    /// How many steps the app's clock may differ from ours, in either direction.
    static let stepsAround: Int64 = 1

    /// Returns the step whose code it is; nil if it is none of the present ones, or if that step's
    /// code or a later one was used. A last step that is still to come was stored by a clock that
    /// was ahead, and does not count.
    static func step(
        of digits: String, secret: [UInt8], lastStep: Int64, at now: Instant
    ) -> Int64? {
        let present = TimeCode.step(at: now.milliseconds / 1_000)
        let isAhead = lastStep > present + stepsAround
        // All are compared, so that the duration does not reveal which one it is.
        let matching = (present - stepsAround...present + stepsAround).filter { step in
            TimeCode.code(secret, step: step).map {
                ConstantTime.equal(Array($0.utf8), Array(digits.utf8))
            } ?? false
        }
        return matching.first { isAhead || $0 > lastStep }
    }
}
