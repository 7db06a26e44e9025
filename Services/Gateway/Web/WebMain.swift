import ServiceKit

/// `compass-web`: shows the pages to browsers. It keeps nothing: a client of the broker like the
/// command line.
@main
enum WebMain {
    static func main() {
        ServiceProcess.run("web", "Shows the pages to browsers.") { environment in
            let transport = try PolledBrokerTransport(endpoint: environment.brokerEndpoint)
            return [transport, try WebComponent(environment, transport)]
        }
    }
}
