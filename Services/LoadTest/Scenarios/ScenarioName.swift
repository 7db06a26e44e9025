/// The scenarios.
enum ScenarioName: String, CaseIterable, Sendable {
    case interactions

    /// What is done unless the command line says otherwise.
    static let standard = ScenarioName.interactions

    /// The scenario with a data set of this size.
    func make(size: Int, seed: UInt64) -> any Scenario {
        switch self {
        case .interactions: InteractionsScenario(size: size, seed: seed)
        }
    }
}
