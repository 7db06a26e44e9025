/// A value that is coded as its text.
public protocol TextCodable: Codable {
    /// What is wrong with any other text, for errors.
    static var textProblem: String { get }

    var text: String { get }

    /// Reads a text; nil for any other.
    init?(text: String)
}

extension TextCodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: Self.textProblem)
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
