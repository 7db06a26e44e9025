import ServiceKit

/// The coaches service: families' schools and coaches, and the national catalogue.
@main
struct CoachesMain {
    static func main() {
        ServiceProcess.run("coaches", "Stores the schools and coaches of the families.") {
            try CoachesService.build($0)
        }
    }
}
