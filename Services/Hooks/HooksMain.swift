import ServiceKit

/// The hooks service: the family's changes for other programs.
@main
struct HooksMain {
    static func main() {
        ServiceProcess.run("hooks", "Sends changes to the addresses that players chose.") {
            try HooksService.build($0)
        }
    }
}
