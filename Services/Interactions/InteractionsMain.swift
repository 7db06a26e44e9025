import ServiceKit

/// The interactions service: the contacts that a family's players log.
@main
struct InteractionsMain {
    static func main() {
        ServiceProcess.run("interactions", "Keeps the interactions that players log.") {
            try InteractionsService.build($0)
        }
    }
}
