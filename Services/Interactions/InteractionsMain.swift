import ServiceKit

/// The interactions service: the contacts that a family's players log.
@main
struct InteractionsMain {
    static func main() {
        ServiceProcess.run("interactions", "Stores the interactions that players log.") {
            try InteractionsService.build($0)
        }
    }
}
