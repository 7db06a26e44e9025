import Charts
import CommandKit
import Contracts

extension Sentiment {
    /// SA-15, T-08: very positive green, positive blue, neutral gray, negative red.
    var chartColour: ChartColour {
        switch self {
        case .veryPositive: .green
        case .positive: .blue
        case .neutral: .gray
        case .negative: .red
        }
    }
}

extension SocialPlatform {
    var style: TextStyle { tone.style }
}
