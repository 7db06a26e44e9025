import Foundation

/// `compass-bench`: measures figures and their limits in the same run. Exits with 99 if a limit is
/// missed, unless the machine was too unsteady to judge.
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
            report.mark()
            for benchmark in benchmarks where chosen.isEmpty || chosen.contains(benchmark.name) {
                try benchmark.run(report)
                report.mark()
            }
            exit(report.printVerdict() == .missed ? 99 : 0)
        } catch {
            FileHandle.standardError.write(Data("compass-bench: \(error)\n".utf8))
            exit(1)
        }
    }

    private static let benchmarks: [(name: String, run: @Sendable (Report) throws -> Void)] = [
        ("hop", HopBenchmark.run),
        ("create", CreateBenchmark.run),
        ("list", ListBenchmark.run),
        ("reads", ReadsBenchmark.run),
        ("coaches", CoachesBenchmark.run),
        ("search", SearchBenchmark.run),
        ("timeline", TimelineBenchmark.run),
        ("queue", QueueBenchmark.run),
        ("freshness", FreshnessBenchmark.run),
        ("import", ImportBenchmark.run),
        ("posts", PostsBenchmark.run),
        ("long-import", LongImportBenchmark.run),
        ("analytics", AnalyticsBenchmark.run),
        ("web", WebBenchmark.run),
        ("system", SystemBenchmark.run),
    ]
}
