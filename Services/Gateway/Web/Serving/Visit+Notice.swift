import Contracts
import HTML
import HTTP
import WebPages

extension Visit {
    /// What was just done, at the top of the page. The name or the number of the records comes from
    /// the operation that can be undone, or from the record: an address could name anything, and
    /// addresses are logged.
    func notice() async throws -> Notice? {
        guard let (done, ids) = Done.done(in: request) else {
            return untold.map { Notice($0.notice) }
        }
        if let subject = done.subject(in: request), let name = try await name(of: subject) {
            let twin = done == .addedTwice ? try await twin(of: subject) : nil
            let way = done.way(from: subject, beside: isPlayer ? twin : nil)
            return Notice(
                done.text(about: subject, named: name, beside: twin),
                action: way.address.text == request.path ? nil : way)
        }
        var operations: [UndoableOperation] = []
        for id in ids {
            if let operation = try await known(id) { operations.append(operation) }
        }
        return Notice(done.text(of: operations), undoing: ids)
    }

    /// The name of a record; nil if the reader has no such record, or if no service answers.
    private func name(of subject: NoticeSubject) async throws -> String? {
        do {
            switch subject {
            case .coach(let id):
                return try await call(ShowCoach.self, .init(id: id)).coach.fullName
            case .school(let id):
                return try await call(ShowSchool.self, .init(id: id)).school.name
            }
        } catch let error as ServiceError where error.code != .unauthenticated {
            return nil
        }
    }

    /// The record of which another one is probably a duplicate; nil if there is none any more, or
    /// if no service answers.
    private func twin(of subject: NoticeSubject) async throws -> NoticeTwin? {
        do {
            switch subject {
            case .coach(let id):
                let groups = try await call(FindCoachDuplicates.self, .init()).groups
                return groups.lazy.compactMap { $0.counterpart(of: id) }.first.map {
                    NoticeTwin($0, of: id)
                }
            case .school(let id):
                let groups = try await call(FindSchoolDuplicates.self, .init()).groups
                return groups.lazy.compactMap { $0.counterpart(of: id) }.first.map {
                    NoticeTwin($0, of: id)
                }
            }
        } catch let error as ServiceError where error.code != .unauthenticated {
            return nil
        }
    }

    /// The family that the reader is no longer in as its player, until a page has told it (N-139);
    /// nil if this page says something else.
    private var untold: LeftFamily? {
        guard let left = statement.leftFamilies, request.method.isSafe,
            Done.done(in: request) == nil
        else { return nil }
        let cookie = request.cookies[LeavingCookie.name(isSecure: site.cookie.isSecure)]
        let told = cookie.flatMap { Int64($0) } ?? .min
        return left.first { told < $0.leftAt.milliseconds }
    }

    /// The answer with the cookie that its page has told what is told once.
    func told(by response: HTTPResponse) throws -> HTTPResponse {
        guard let untold, response.status == .ok,
            response.headers["Content-Type"]?.hasPrefix("text/html") == true
        else { return response }
        var response = response
        response.set(try LeavingCookie.setting(untold, isSecure: site.cookie.isSecure))
        return response
    }

    /// The operation; nil if no service that answers has performed it for the reader.
    private func known(_ id: OperationID) async throws -> UndoableOperation? {
        guard isPlayer else { return nil }
        do {
            return try await operations(.init(ending: id.text)).operations.lazy
                .map(\.operation).first { $0.id == id }
        } catch let error as ServiceError where error.code != .unauthenticated {
            return nil
        }
    }
}
