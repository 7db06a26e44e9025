import Foundation

/// `compass-bench`: every figure beside its limit, measured in the same run. Exits 99 when a ratio
/// is missed.
@main
enum BenchmarksMain {
    static func main() {
        var words = Array(CommandLine.arguments.dropFirst())
        if EchoService.isAskedFor {
            EchoService.run()
        }
        let names = Set(benchmarks.map(\.name))
        let chosen = Set(words.filter { !$0.hasPrefix("--") })
        guard chosen.isSubset(of: names), words.allSatisfy({ !$0.hasPrefix("--") }) else {
            words.removeAll { names.contains($0) }
            FileHandle.standardError.write(
                Data("unknown: \(words)\nusage: compass-bench [\(names.sorted())]\n".utf8))
            exit(2)
        }
        do {
            let report = Report()
            report.printMachine()
            for benchmark in benchmarks where chosen.isEmpty || chosen.contains(benchmark.name) {
                try benchmark.run(report)
            }
            exit(report.printVerdict() ? 0 : 99)
        } catch {
            FileHandle.standardError.write(Data("compass-bench: \(error)\n".utf8))
            exit(1)
        }
    }

    private static let benchmarks: [(name: String, run: @Sendable (Report) throws -> Void)] = [
        ("hop", HopBenchmark.run),
        ("create", CreateBenchmark.run),
        ("list", ListBenchmark.run),
        ("coaches", CoachesBenchmark.run),
        ("freshness", FreshnessBenchmark.run),
        ("import", ImportBenchmark.run),
        ("long-import", LongImportBenchmark.run),
        ("analytics", AnalyticsBenchmark.run),
        ("system", SystemBenchmark.run),
    ]
}
