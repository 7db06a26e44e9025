import ServiceKit

/// The analytics service: social posts and their figures.
@main
struct AnalyticsMain {
    static func main() {
        ServiceProcess.run(
            "analytics", "Stores posts by coaches and programs, and statistics on them."
        ) {
            try AnalyticsService.build($0)
        }
    }
}
