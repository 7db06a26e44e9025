import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

extension SocialAnalytics {
    /// Answers from the cache on the receiving thread. Other answers are computed like any read
    /// (`DataService.query`).
    static func serve(
        on service: DataService, host: ServiceHost, _ cache: AnswerCache, _ tables: ZoneTables
    ) {
        host.register(SocialAnalytics.self) { call, responder in
            do throws(ServiceError) {
                let context = call.context
                let question = AnswerCache.Question(
                    family: try context.requireFamily().familyID, input: try call.input())
                if let known = cache.answer(question, now: context.now) {
                    return responder.succeed(json: known)
                }
                service.database.read(
                    deadline: context.deadline, lane: question.family.hashValue,
                    shortKind: context.isAlone ? SocialAnalytics.name : nil
                ) { transaction in
                    try host.measured(SocialAnalytics.name, context) {
                        let began = ContinuousClock.now
                        defer { cache.computed(in: ContinuousClock.now - began) }
                        return try compute(question, context.now, transaction, cache, tables)
                    }
                } completion: { result in
                    switch result {
                    case .success(let json): responder.succeed(json: json)
                    case .failure(let error): responder.deliver(Outcome(throwing: error))
                    }
                }
            } catch {
                responder.fail(error)
            }
        }
    }

    /// Computes an answer and caches it.
    static func compute(
        _ question: AnswerCache.Question, _ now: Instant, _ transaction: ReadTransaction,
        _ cache: AnswerCache, _ tables: ZoneTables
    ) throws -> [UInt8] {
        let named = question.input.timeZone.flatMap { TimeZone(identifier: $0) }
        let zone =
            try named ?? IdentityReplica.timeZone(of: question.family, in: transaction)
        let name = question.input.timeZone ?? zone.identifier
        guard let family = try Family.find(question.family, transaction) else {
            // The family has never stored anything, so there is nothing worth caching.
            return try empty(question.input.range, zone, name, now, tables)
        }
        let figures = SocialFigures(family: family, transaction: transaction, tables: tables)
        var answer = try figures.answer(question.input.range, in: zone, now: now)
        answer.response.timeZone = name
        let text = answer.response.text()
        cache.keep(
            text, for: question, version: family.version, from: now, until: answer.validUntil)
        return text.bytes
    }

    /// The answer for a family without posts.
    private static func empty(
        _ range: AnalyticsRange, _ zone: TimeZone, _ name: String, _ now: Instant,
        _ tables: ZoneTables
    ) throws -> [UInt8] {
        var response = Response(range: range, timeZone: name, asOf: now)
        if let days = range.days {
            let time = now.milliseconds
            let table = tables.table(zone, from: time, to: time + RollupPeriod.dayLength)
            let axis = ChartAxis(last: days, today: table.day(at: time))
            response.activity = axis.days.dropLast().map { day in
                ActivityBucket(
                    date: ChartAxis.date(day), label: axis.label(day), count: 0, height: 0)
            }
        }
        return response.text().bytes
    }
}
