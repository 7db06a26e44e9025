import Contracts

/// The error with which a service refuses a call; nil if it does not.
func refusal(_ body: () throws -> Void) -> ServiceError? {
    do {
        try body()
        return nil
    } catch { return error as? ServiceError }
}

/// The code of the error with which a service refuses a call; nil if it does not.
func refusalCode(_ body: () throws -> Void) -> ErrorCode? { refusal(body)?.code }
