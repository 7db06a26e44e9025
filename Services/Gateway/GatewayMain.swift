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
