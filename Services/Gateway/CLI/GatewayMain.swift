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
        // Reaching the file size limit (RLIMIT_FSIZE) is handled like a full disk; it must not kill
        // the process.
        signal(SIGXFSZ, SIG_IGN)
        let environment = ProcessInfo.processInfo.environment
        let compass = Compass(
            environment: environment, console: .ofProcess(environment: environment),
            makeTransport: { endpoint, overlapsCalls in
                guard overlapsCalls else { return try SerialBrokerTransport(endpoint: endpoint) }
                return try BrokerTransport(endpoint: endpoint)
            })
        let code = compass.run(words(of: CommandLine.arguments))
        // Exits at once: everything is written, and teardown would keep the user waiting.
        _exit(code.rawValue)
    }

    /// Returns the words of a command line. `compass-admin` is another name of this program, for
    /// the commands of the noun `admin`.
    static func words(of arguments: [String]) -> [String] {
        var words = Array(arguments.dropFirst())
        if arguments.first?.hasSuffix("compass-admin") == true {
            words.insert("admin", at: words.first == "help" ? 1 : 0)
        }
        return words
    }
}
