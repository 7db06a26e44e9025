import Contracts
import Foundation
import HTTP
import ServiceKit

/// Answers collectors of metrics and checks of the system's health.
struct MetricsSite: Sendable {
    /// How long a program may take to begin to show its statistics; a scrape goes on without them
    /// then.
    static let readingLimit = Duration.milliseconds(40)
    /// How long a program may take until it counts as down for a check of the health.
    static let healthLimit = Duration.milliseconds(1_000)
    /// What this program is called beside the services.
    static let ownName = "web"

    let poll: ServicePoll
    /// Returns the operator's passport.
    let passport: @Sendable () -> [UInt8]
    /// The folder whose backups are told.
    let backupFolder: String
    let counts: RequestCounts
    let startedAt: Instant

    /// `/healthz`: 200 if everything answers, otherwise 503 with a line for each program that does
    /// not.
    func health() async -> HTTPResponse {
        let answers = await poll.answers(to: PingService.name, within: Self.healthLimit)
        let down = ServicePoll.names.filter { answers[$0] == nil }
        return HTTPResponse(
            down.isEmpty ? .ok : .serviceUnavailable,
            text: down.isEmpty ? "ok\n" : down.map { "\($0) down\n" }.joined(),
            type: "text/plain; charset=utf-8")
    }

    /// `/metrics`: what all programs count. One that does not answer in time has only `compass_up`.
    func metrics() async -> HTTPResponse {
        let answers = await poll.answers(
            to: ServiceStatistics.name, passport: passport(), within: Self.readingLimit)
        var exposition = Exposition()
        for name in ServicePoll.names {
            let isUp = answers[name].map { Self.add($0, of: name, to: &exposition) } ?? false
            exposition.add(.isUp, isUp ? 1 : 0, ["service": name])
        }
        exposition.add(.isUp, 1, ["service": Self.ownName])
        addOwn(to: &exposition)
        addBackups(to: &exposition)
        return HTTPResponse(text: exposition.text, type: Exposition.mediaType)
    }

    /// Returns whether the answer could be read.
    private static func add(
        _ answer: [UInt8], of name: String, to exposition: inout Exposition
    ) -> Bool {
        do {
            if name == ServicePoll.broker {
                let reading = try JSONCoding.decodeResponse(BrokerReading.self, from: answer)
                exposition.add(reading)
            } else {
                let statistics = try JSONCoding.decodeResponse(
                    ServiceStatistics.Response.self, from: answer)
                exposition.add(statistics, of: name)
            }
            return true
        } catch {
            return false
        }
    }

    private func addOwn(to exposition: inout Exposition) {
        exposition.add(
            version: ProgramVersion.current, startedAt: startedAt, of: Self.ownName)
        exposition.add(ProcessFigures.read(), of: Self.ownName)
        let figures = counts.figures
        for (status, count) in figures.byStatus.sorted(by: { $0.key < $1.key }) {
            exposition.add(.webRequests, count, ["status": "\(status)"])
        }
        exposition.add(.webTime, figures.time / .seconds(1), part: "_sum")
        exposition.add(.webTime, figures.timed, part: "_count")
    }

    private func addBackups(to exposition: inout Exposition) {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: backupFolder)) ?? []
        let backups = files.compactMap { BackupName($0) }
        exposition.add(.backups, backups.count)
        if let newest = backups.max() { exposition.add(.newestBackup, newest.madeAt.seconds) }
    }
}

extension MetricFamily {
    fileprivate static let isUp = MetricFamily(
        "up", .gauge, "Whether the program answered in time (1) or not (0).")
    fileprivate static let webRequests = MetricFamily(
        "web_requests_total", .counter, "Answers of the pages and of the API by status.")
    fileprivate static let webTime = MetricFamily(
        "web_request_duration_seconds", .summary,
        "Time from the end of a request's head to the last byte of the answer, without pages' "
            + "streams of changes.")
    fileprivate static let backups = MetricFamily(
        "backups", .gauge, "Backups in the folder that is watched.")
    fileprivate static let newestBackup = MetricFamily(
        "backup_newest_timestamp_seconds", .gauge,
        "When the newest of them was made, in seconds since 1970; absent without any.")
}

extension Router {
    /// The routes for collectors of metrics and checks of the health, and no others.
    init(_ site: MetricsSite) {
        self.init()
        get("/healthz") { _ in await site.health() }
        get("/metrics") { _ in await site.metrics() }
    }
}
