import ServiceKit

/// The events service: events, the coaches seen there, and performance metrics.
@main
struct EventsMain {
    static func main() {
        ServiceProcess.run("events", "Stores the events and metrics of the families.") {
            try EventsService.build($0)
        }
    }
}
