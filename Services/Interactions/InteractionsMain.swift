import ServiceKit

/// The interactions service: what a family's players logged of their contacts.
@main
struct InteractionsMain {
    static func main() {
        ServiceProcess.run("interactions", "Stores the interactions that players log.") {
            try InteractionsService.build($0)
        }
    }
}
