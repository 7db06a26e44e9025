/// The scenarios.
enum ScenarioName: String, CaseIterable, Sendable {
    case analytics
    case interactions
    case mixed

    /// What is done unless the command line says otherwise.
    static let standard = ScenarioName.analytics

    /// The scenario with a data set of this size.
    func make(size: Int, seed: UInt64) -> any Scenario {
        switch self {
        case .analytics: AnalyticsScenario(size: size, seed: seed)
        case .mixed: MixedScenario(size: size, seed: seed)
        case .interactions: InteractionsScenario(size: size, seed: seed)
        }
    }
}
