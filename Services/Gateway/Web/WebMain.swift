import CSystem
import ServiceKit

/// `compass-web`: shows the pages to browsers. It keeps nothing: a client of the broker like the
/// command line.
@main
enum WebMain {
    /// The bytes that a thread keeps between two pages. A page of a long list and what it is made
    /// of take some hundred thousand; given back and taken again, each of their pages of memory
    /// would be cleared anew, a sixth of the time of a request.
    private static let keptBytes: Int32 = 4 << 20

    static func main() {
        compass_keep_freed_memory(keptBytes)
        ServiceProcess.run("web", "Shows the pages to browsers.") { environment in
            let transport = try PolledBrokerTransport(endpoint: environment.brokerEndpoint)
            // Metrics are asked for most urgently while the pages are overloaded.
            let ownTransport = try PolledBrokerTransport(endpoint: environment.brokerEndpoint)
            let counts = RequestCounts()
            return [
                transport, ownTransport, try Listener.pages(environment, transport, counts),
                Listener.metrics(environment, ownTransport, counts),
            ]
        }
    }
}
