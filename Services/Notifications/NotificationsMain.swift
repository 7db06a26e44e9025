import ServiceKit

/// The notifications service: what the system tells each user.
@main
struct NotificationsMain {
    static func main() {
        ServiceProcess.run("notifications", "Stores the users' notifications.") {
            try NotificationsService.build($0)
        }
    }
}
