import ServiceKit

/// `compass-broker`: the Majordomo broker as a process.
@main
enum BrokerMain {
    static func main() {
        ServiceProcess.run("broker", "Routes requests from clients to services.") { environment in
            [try BrokerComponent(environment)]
        }
    }
}
