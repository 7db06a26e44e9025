import ServiceKit

/// `compass-identity`: users, families, sessions and passports.
@main
enum IdentityMain {
    static func main() {
        ServiceProcess.run("identity", "Stores users, families and sessions.") {
            try IdentityService.components(in: $0)
        }
    }
}
