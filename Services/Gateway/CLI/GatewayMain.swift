import CommandKit
import Foundation
import Glibc
import ServiceKit

@main
enum GatewayMain {
    static func main() {
        CoreFiles.forbid()
        OutputChannel.reserveStandardDescriptors()
        OutputChannel.ignoreBrokenPipes()
        // A file that may not grow any more (RLIMIT_FSIZE) is a full disk, not the end.
        signal(SIGXFSZ, SIG_IGN)
        let environment = ProcessInfo.processInfo.environment
        let compass = Compass(
            environment: environment, console: .ofProcess(environment: environment),
            makeTransport: { endpoint, overlapsCalls in
                guard overlapsCalls else { return try SerialBrokerTransport(endpoint: endpoint) }
                return try BrokerTransport(endpoint: endpoint)
            })
        let code = compass.run(Array(CommandLine.arguments.dropFirst()))
        // Straight out: nothing is left to write, and tearing down costs time that people wait.
        _exit(code.rawValue)
    }
}
