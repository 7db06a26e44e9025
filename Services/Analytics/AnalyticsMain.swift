import ServiceKit

/// The analytics service: social posts and their figures.
@main
struct AnalyticsMain {
    static func main() {
        ServiceProcess.run("analytics", "Keeps what coaches and programs post, and its figures.") {
            try AnalyticsService.build($0)
        }
    }
}
