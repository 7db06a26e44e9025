/// What a figure of a service's statistics tells collectors of metrics.
public struct ServiceGauge: Sendable {
    /// How a figure changes.
    public enum Kind: Sendable {
        /// It rises and falls.
        case level
        /// It only grows, until the service ends.
        case count
    }

    /// The name among the gauges of `ServiceStatistics`; `*` stands for the service whose feed is
    /// followed.
    public let name: String
    /// The name of the metric, in base units (seconds, bytes, ratios from 0 to 1).
    public let metric: String
    public let kind: Kind
    /// How many units of the figure make one of the metric.
    public let divisor: Int64
    /// One sentence for people.
    public let help: String

    private init(
        _ name: String, _ kind: Kind, _ metric: String, _ help: String, divisor: Int64 = 1
    ) {
        self.name = name
        self.metric = metric
        self.kind = kind
        self.divisor = divisor
        self.help = help
    }

    /// Finds a figure of the statistics, and the service whose feed it concerns; nil if no metric
    /// is made of it.
    public static func found(
        _ name: String
    ) -> (gauge: ServiceGauge, producer: ServiceName?)? {
        if let gauge = byName[name] { return (gauge, nil) }
        let parts = name.split(separator: ".")
        guard parts.count == 3, let producer = ServiceName(rawValue: String(parts[1])),
            let gauge = byName["\(parts[0]).*.\(parts[2])"]
        else { return nil }
        return (gauge, producer)
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Every figure that a service may report.
    public static let all = process + database + disk + feeds + ofSingleServices

    private static let process = [
        ServiceGauge(
            "memory.anonymous_bytes", .level, "process_anonymous_memory_bytes",
            "Memory that belongs to the process alone."),
        ServiceGauge(
            "memory.resident_bytes", .level, "process_resident_memory_bytes",
            "Memory of the process, with what it shares with others."),
        ServiceGauge(
            "process.cpu_us", .count, "process_cpu_seconds_total",
            "Processor time that the process has used.", divisor: 1_000_000),
        ServiceGauge(
            "process.threads", .level, "process_threads", "Threads of the process."),
        ServiceGauge(
            ServiceStatistics.fixedClock, .level, "clock_fixed_timestamp_seconds",
            "The time at which COMPASS_NOW fixes the time of day; absent without it.",
            divisor: 1_000),
        ServiceGauge(
            "clock.ahead_s", .level, "clock_ahead_seconds",
            "How far the time of day was set ahead of the time that passed; negative if back."),
        ServiceGauge(
            "clock.jumps", .count, "clock_jumps_total", "Jumps of the time of day."),
        ServiceGauge(
            "clock.settles_in_s", .level, "clock_settles_in_seconds",
            "For how long nothing is removed by age because the time of day has jumped."),
    ]

    private static let database = [
        ServiceGauge(
            "db.owner_epoch", .level, "database_owner_epoch",
            "How often a process has taken the database over."),
        ServiceGauge(
            "db.commands", .count, "database_commands_total", "Commands that were committed."),
        ServiceGauge(
            "db.groups", .count, "database_commits_total", "Transactions of these commands."),
        ServiceGauge(
            "db.largest_group", .level, "database_largest_commit_commands",
            "The most commands in one transaction."),
        ServiceGauge(
            "db.refused", .count, "database_refused_commands_total",
            "Commands that were not committed because they failed."),
        ServiceGauge(
            "db.busy", .count, "database_busy_total",
            "Commands and reads that were refused because the queue was full."),
        ServiceGauge(
            "db.expired", .count, "database_expired_total",
            "Commands and reads whose time was over before they began."),
        ServiceGauge("db.reads", .count, "database_reads_total", "Reads of the database."),
        ServiceGauge(
            "db.checkpoints", .count, "database_checkpoints_total",
            "Moves of the write-ahead log into the database."),
        ServiceGauge(
            "db.log_pages", .level, "database_log_pages",
            "Pages of 4 KiB in the write-ahead log."),
        ServiceGauge(
            "db.waiting_commands", .level, "database_waiting_commands",
            "Commands that wait for the writer."),
        ServiceGauge(
            "db.waiting_reads", .level, "database_waiting_reads", "Reads that wait for a reader."),
        ServiceGauge(
            "db.writes_refused", .level, "database_writes_refused",
            "Whether the service refuses to record anything (1) because of its database."),
        ServiceGauge(
            "db.checked", .level, "database_checked",
            "Whether the check of the file after the start is finished (1)."),
    ]

    private static let disk = [
        ServiceGauge(
            "disk.is_full", .level, "disk_full",
            "Whether writes are refused (1) for lack of space."),
        ServiceGauge(
            "disk.refused", .count, "disk_refused_total",
            "Commands that were refused for lack of space."),
        ServiceGauge(
            "disk.reserve_bytes", .level, "disk_reserve_bytes",
            "What is left of the reserve for essential writes, of 4 MiB."),
        ServiceGauge(
            "disk.used_percent", .level, "disk_used_ratio",
            "The used part of the disk, from 0 to 1.", divisor: 100),
        ServiceGauge("disk.free_bytes", .level, "disk_free_bytes", "Free space on the disk."),
    ]

    private static let feeds = [
        ServiceGauge(
            "feed.head", .level, "feed_head", "The number of the newest change of the service."),
        ServiceGauge(
            "feed.parked", .level, "feed_parked",
            "Calls that wait for the next change of the service."),
        ServiceGauge(
            "feed.*.cursor", .level, "feed_cursor",
            "The number of the change of the producer that was applied last."),
        ServiceGauge(
            "feed.*.lag", .level, "feed_lag", "Changes of the producer that are not applied yet."),
        ServiceGauge(
            "feed.*.failures", .level, "feed_failures",
            "Failed attempts in a row to read the producer's changes."),
        ServiceGauge(
            "feed.*.rebuilds", .count, "feed_rebuilds_total",
            "How often the producer's changes were read again from the first one."),
        ServiceGauge(
            "feed.*.is_stale", .level, "feed_stale",
            "Whether what is known of the producer may be old (1)."),
        ServiceGauge(
            "feed.*.stopped_at", .level, "feed_stopped_at",
            "The number of the change that cannot be applied; 0 if there is none."),
    ]

    private static let ofSingleServices = [
        ServiceGauge(
            "passwords.checks", .count, "password_checks_total", "Passwords that were checked."),
        ServiceGauge(
            "passwords.waiting", .level, "password_checks_waiting",
            "Checks of passwords that wait for a thread."),
        ServiceGauge(
            "deletions.running", .level, "deletions_running",
            "Deletions of coaches and schools under way."),
        ServiceGauge(
            "deletions.waiting", .level, "deletions_waiting",
            "Calls that wait for a deletion."),
        ServiceGauge(
            "deletions.stuck", .level, "deletions_stuck",
            "Deletions that have been unfinished for too long."),
        ServiceGauge(
            "answers.known", .count, "answers_known_total",
            "Figures of posts that were answered from the cache."),
        ServiceGauge(
            "answers.computed", .count, "answers_computed_total",
            "Figures of posts that were computed."),
        ServiceGauge(
            "answers.last_computation_us", .level, "answers_last_computation_seconds",
            "How long the last computation of figures took.", divisor: 1_000_000),
        ServiceGauge(
            "answers.kept_octets", .level, "answers_kept_bytes", "Memory of the kept figures."),
        ServiceGauge(
            "hooks.delivered", .count, "hooks_delivered_total",
            "Deliveries of change hooks that receivers have taken."),
        ServiceGauge(
            "hooks.failed", .count, "hooks_failed_total", "Attempts to deliver that failed."),
        ServiceGauge(
            "hooks.failing", .level, "hooks_failing", "Change hooks that pause after a failure."),
    ]
}
