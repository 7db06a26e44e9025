import ServiceKit

/// The notifications service: what the system tells each user.
@main
struct NotificationsMain {
    static func main() {
        ServiceProcess.run("notifications", "Keeps what each user is told.") {
            try NotificationsService.build($0)
        }
    }
}
