import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// The HTTP API with real services: every operation at its place, for programs that have a token.
@Suite struct WebAPITests {
    private let scene: WebScene

    init() throws { scene = try WebScene(SystemUnderTest()) }

    /// A program with an access token of a person.
    private struct Program {
        let browser: Browser
        let token: String

        func send(
            _ method: String, _ path: String, _ body: String? = nil, fields: [String: String] = [:]
        ) throws -> Browser.Answer {
            var all: [String: String?] = [
                "Authorization": "Bearer \(token)", "Sec-Fetch-Site": nil, "Content-Type": nil,
            ]
            if let body {
                all["Content-Type"] = "application/json"
                all["Content-Length"] = "\(body.utf8.count)"
            }
            for (name, value) in fields { all[name] = value }
            return try browser.send(
                method, "/api/v1" + path, Array((body ?? "").utf8), fields: all)
        }

        func get(_ path: String) throws -> Browser.Answer { try send("GET", path) }
    }

    private func program(_ person: Person, _ rights: TokenRights = .write) throws -> Program {
        let token = try scene.system.call(
            AddAccessToken.self, .init(name: "test", rights: rights.rawValue, days: 1), as: person
        ).secret
        return Program(browser: Browser(scene.system.home), token: token)
    }

    private func json(_ answer: Browser.Answer) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(answer.body))
        return try #require(object as? [String: Any])
    }

    /// A program of somebody who was removed is told so, and not as to a newcomer.
    @Test func aFormerMembersProgramLearnsThatTheyAreOne() throws {
        let program = try program(scene.sibling, .read)
        #expect(try program.get("/interactions").status == 200)
        _ = try scene.home.call(RemoveMember.self, .init(userID: scene.sibling.userID))
        var said = ""
        let isTold = try Waiting.until {
            said = try program.get("/interactions").text
            return said.contains("You belong to no family any more")
        }
        #expect(isTold, "\(said)")
        // Joining again does not end the passport that says so.
        let codes = try scene.home.call(ShowFamilyCodes.self, .init())
        var sibling = scene.sibling
        try scene.system.renewPassport(of: &sibling)
        try scene.system.join(codes.playerCode, as: &sibling)
        #expect(try program.get("/interactions").status == 200)
    }

    @Test func aProgramReadsWhatTheServiceWrites() throws {
        let program = try program(scene.player, .read)
        let list = try program.get("/interactions?type=email&search=subject")
        #expect(list.status == 200 && list["content-type"] == "application/json")
        var request = ListInteractions.Request()
        request[.type] = "email"
        request[.search] = "subject"
        request.timeZone = FormField("America/New_York")
        let direct = try scene.system.caller.answer(
            ListInteractions.self, request,
            options: .init(
                passport: scene.player.passport, family: scene.family,
                budget: SystemUnderTest.patience))
        #expect(list.body == direct.json)
        let coach = try json(try program.get("/coaches/\(scene.coach.text)"))
        #expect((coach["coach"] as? [String: Any])?["last_name"] as? String == "Lee")
        let figures = try program.get("/analytics/social?range=30")
        #expect(figures.status == 200)
        #expect(try program.get("/services/coaches/history?limit=1").status == 200)
        #expect(try program.get("/services/nothing/history").status == 404)
    }

    @Test func aProgramChangesRecords() throws {
        let program = try program(scene.player)
        let body = #"{"first_name":"Bea","last_name":"Moss","school_id":"\#(scene.school.text)"}"#
        let key = ["Idempotency-Key": "row 17 of the sheet"]
        let added = try program.send("POST", "/coaches", body, fields: key)
        #expect(added.status == 201 && added["etag"] == "\"1\"")
        let place = try #require(added["location"])
        #expect(place.hasPrefix("/api/v1/coaches/"))
        // Sent again with the same key, nothing is done twice.
        #expect(try program.send("POST", "/coaches", body, fields: key).body == added.body)
        let other = try program.send(
            "POST", "/coaches", body.replacing("Bea", with: "Bo"), fields: key)
        #expect(other.status == 422)
        #expect(try json(other)["code"] as? String == "key_reused")

        let path = String(place.dropFirst("/api/v1".count))
        let edit = #"{"role":"head"}"#
        let edited = try program.send("PATCH", path, edit, fields: ["If-Match": "\"1\""])
        #expect(edited.status == 200 && edited["etag"] == "\"2\"")
        let stale = try program.send("PATCH", path, edit, fields: ["If-Match": "\"1\""])
        #expect(stale.status == 412)
        #expect(stale["content-type"] == "application/problem+json")

        for (method, place, body) in [
            ("DELETE", path, nil), ("POST", "/schools", #"{"name":"Elon"}"#),
        ] as [(String, String, String?)] {
            let shown = try program.send(method, place + "?dry-run=true", body)
            #expect(shown.status == 200 && shown["location"] == nil)
            #expect(try program.send(method, place + "?dry-run=1", body).status == 422)
        }
        // A deletion cannot depend on a version, and does not ignore the condition.
        let condition = ["If-Match": "\"1\""]
        #expect(try program.send("DELETE", path, fields: condition).status == 422)
        #expect(try program.get(path).status == 200)
        #expect(!(try program.get("/schools").text.contains("Elon")))
        #expect(try program.send("DELETE", path, fields: ["If-Match": "*"]).status == 200)
        #expect(try program.get(path).status == 404)
    }

    @Test func refusalsAreProblems() throws {
        let program = try program(scene.player)
        let problem = try program.send("POST", "/interactions", #"{"type":"email"}"#)
        #expect(problem.status == 422)
        let content = try json(problem)
        #expect(content["code"] as? String == "validation_failed")
        #expect(content["title"] as? String == "Unprocessable Content")
        let errors = try #require(content["errors"] as? [String: String])
        #expect(errors["school_id"] == "Please select a school")
        for (method, path, body, status) in [
            ("POST", "/interactions", "[]", 422), ("POST", "/interactions", "{", 422),
            ("POST", "/interactions", #"{"unheard":1}"#, 422),
            ("GET", "/interactions?unheard=1", nil, 422),
            ("GET", "/interactions?limit=many", nil, 422),
            ("GET", "/interactions?family=one", nil, 422),
            ("GET", "/coaches/none", nil, 422), ("GET", "/unheard", nil, 404),
            ("PUT", "/coaches", "{}", 405),
        ] as [(String, String, String?, Int)] {
            let answer = try program.send(method, path, body)
            #expect(answer.status == status, "\(method) \(path): \(answer.status)")
            #expect(answer["content-type"] == "application/problem+json", "\(method) \(path)")
        }
        let text = try program.send(
            "POST", "/coaches", "{}", fields: ["Content-Type": "text/plain"])
        #expect(text.status == 422)
        // The key in the path and in the body.
        let twice = try program.send(
            "PATCH", "/coaches/\(scene.coach.text)", #"{"id":"\#(scene.coach.text)"}"#)
        #expect(twice.status == 422)
    }

    /// A problem carries the number of its request, and names a parameter as it was sent.
    @Test func problemsCarryTheirRequest() throws {
        let program = try program(scene.player)
        var numbers: Set<String> = []
        let large = String(repeating: "a", count: 300_000)
        for (method, path, body, status, code) in [
            ("GET", "/interactions?logged-by=me", nil, 422, "validation_failed"),
            ("GET", "/coaches/\(scene.interaction.text)", nil, 404, "not_found"),
            ("GET", "/unheard", nil, 404, "not_found"),
            ("POST", "/schools", #"{"name":"\#(large)"}"#, 413, "too_large"),
        ] as [(String, String, String?, Int, String)] {
            let answer = try program.send(method, path, body)
            let content = try json(answer)
            #expect(answer.status == status && content["code"] as? String == code, "\(path)")
            let id = try #require(answer["x-request-id"])
            #expect(!id.isEmpty && content["request_id"] as? String == id, "\(path)")
            numbers.insert(id)
        }
        #expect(numbers.count == 4)
        let named = try json(try program.get("/interactions?logged-by=me"))
        let errors = try #require(named["errors"] as? [String: String])
        #expect(errors.keys.sorted() == ["logged-by"])
        let typed = try json(
            try program.send("POST", "/interactions", #"{"school_id":5,"subject":7}"#))
        let refusals = try #require(typed["errors"] as? [String: String])
        #expect(refusals["school_id"] == "Expected a text, not a number")
        #expect(refusals["subject"] == "Expected a text, not a number")
        let limit = try json(try program.get("/interactions?limit=all"))
        let words = "Limit must be a whole number from 1"
        #expect(limit["errors"] as? [String: String] == ["limit": words])
        #expect(limit["detail"] as? String == words)
    }

    /// Whoever belongs to no family gets the code of the command line (X-11).
    @Test func withoutAFamilyNothingIsFound() throws {
        let newcomer = try scene.system.makePerson("Nia New", .player)
        let program = try program(newcomer, .read)
        let answer = try program.get("/interactions")
        let content = try json(answer)
        #expect(answer.status == 404 && content["code"] as? String == "not_found")
        #expect(content["detail"] as? String == "You belong to no family yet")
        try scene.system.signInOnCommandLine(newcomer, as: "nia")
        let said = try scene.system.compass(["interactions", "list", "--json"], as: "nia").object
        let error = try #require(said["error"] as? [String: Any])
        #expect(error["code"] as? String == "not_found")
        #expect(error["message"] as? String == "You belong to no family yet")
    }

    /// Days mean on the API and the pages what they mean to the flags, in the reader's zone.
    @Test func sinceAndUntilTakeDays() throws {
        let program = try program(scene.player, .read)
        let browser = try scene.browser(scene.player)
        func count(_ query: String) throws -> Int {
            let answer = try program.get("/interactions?\(query)")
            #expect(answer.status == 200, "\(query): \(answer.text)")
            let rows = try json(answer)["interactions"] as? [Any] ?? []
            let page = try browser.open("/interactions?\(query)")
            #expect(page.status == 200)
            #expect(page.text.contains("\(WebScene.canary) subject") == !rows.isEmpty, "\(query)")
            return rows.count
        }
        // The only contact is of now.
        #expect(try count("since=yesterday") == 1)
        #expect(try count("since=2026-02-03") == 1)
        #expect(try count("until=2026-02-03") == 0)
        #expect(try count("until=today&since=today&time-zone=UTC") == 1)
        #expect(try count("until=yesterday&time-zone=UTC") == 0)
        #expect(try count("since=2w") == 1)
        #expect(try count("since=1h&until=now") == 1)
        #expect(try count("until=30d") == 0)
        #expect(try program.get("/interactions?since=someday").status == 422)
    }

    /// N-148: the parameter is named, and what to do.
    @Test func aParameterThatIsGivenTwiceIsNamed() throws {
        let program = try program(scene.player, .read)
        for (query, name, remedy) in [
            ("type=email&type=text", "type", "separate several values by commas"),
            ("limit=1&limit=2", "limit", "give it once"),
            ("logged-by=a&logged-by=b", "logged-by", "give it once"),
            ("family=\(scene.family.text)&family=\(scene.family.text)", "family", "give it once"),
        ] {
            let answer = try program.get("/interactions?\(query)")
            #expect(answer.status == 422, "\(query)")
            let text = "\(name) is given more than once; \(remedy)"
            let content = try json(answer)
            #expect(content["detail"] as? String == text)
            #expect(content["errors"] as? [String: String] == [name: text])
        }
        #expect(try program.get("/interactions?type=email,text").status == 200)
    }

    /// N-148: a page names what its list does not take, and keeps the rest.
    @Test func aPageNamesTheFilterThatIsWrong() throws {
        let browser = try scene.browser(scene.player)
        for (path, item, rest) in [
            ("/interactions?type=foo&direction=inbound", "type=foo", "?direction=inbound"),
            ("/interactions?days=soon", "days=soon", ""),
            ("/interactions?since=someday&type=email", "since=someday", "?type=email"),
            ("/interactions?school=lsu&type=email", "school=lsu", "?type=email"),
            // N-157
            ("/interactions?days=7&days=30", "days", ""),
            ("/interactions?search=a&search=b&type=email", "search", "?type=email"),
            ("/coaches?sort=name&sort=name&role=head", "sort", "?role=head"),
            ("/social/analytics?range=7&range=30", "range", ""),
            ("/coaches?sort=xyz&role=head", "sort=xyz", "?role=head"),
            ("/social?platform=fax", "platform=fax", ""),
        ] {
            let answer = try browser.open(path)
            #expect(answer.status == 422, "\(path)")
            let page = try answer.page
            #expect(page.text.contains("Not valid: \(item)"), "\(path)")
            let list = path.prefix { $0 != "?" } + rest
            #expect(page.all("a", "href", String(list)).contains { $0.text == "Leave it out" })
        }
        // A filter that takes several words may stand there several times.
        #expect(try browser.open("/interactions?type=email&type=text").status == 200)
    }

    /// X-04, R-07: the answers are those of the operations.
    @Test func aTokenAdmitsNoFurtherThanItsUser() throws {
        let place = "/interactions/\(scene.interaction.text)"
        #expect(try program(scene.player).get(place).status == 200)
        #expect(try program(scene.parent).get(place).status == 200)
        #expect(try program(scene.sibling).get(place).status == 404)
        #expect(try program(scene.stranger).get(place).status == 404)
        let stranger = try program(scene.stranger)
        let family = "?family=\(scene.family.text)"
        #expect(try stranger.get("/interactions" + family).status == 404)
        #expect(try program(scene.parent).send("DELETE", place).status == 403)
        let reader = try program(scene.player, .read)
        let refused = try reader.send("DELETE", place)
        #expect(refused.status == 403 && refused.text.contains("may only read"))
        #expect(try reader.get(place).status == 200)
    }

    @Test func withoutAValidTokenNothingIsTold() throws {
        let browser = Browser(scene.system.home)
        for token in ["", "compass_invented"] {
            let answer = try Program(browser: browser, token: token).get("/me")
            #expect(answer.status == 401)
            #expect(answer["www-authenticate"]?.hasPrefix("Bearer") == true)
        }
        // The session of the pages is none here, so that no site can make a browser ask.
        let signedIn = try scene.browser(scene.player)
        #expect(try signedIn.send("GET", "/api/v1/me").status == 401)

        let program = try program(scene.player)
        #expect(try program.get("/me").status == 200)
        let tokens = try scene.system.call(
            ListAccessTokens.self, EmptyRequest(), as: scene.player
        ).tokens
        for token in tokens {
            _ = try scene.system.call(
                RevokeAccessToken.self, .init(id: token.id), as: scene.player)
        }
        #expect(try program.get("/me").status == 401)
    }

    @Test func exportsAreLines() throws {
        let program = try program(scene.player, .read)
        let answer = try program.get("/interactions/export?type=email")
        #expect(answer.status == 200 && answer["content-type"] == "application/jsonl")
        let lines = answer.text.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains("\(WebScene.canary) subject"))
        #expect(try program.get("/interactions/export?type=text").text.isEmpty)
        let coaches = try program.get("/coaches/export").text.split(separator: "\n")
        #expect(coaches.count == 1 && coaches[0].contains("\"last_name\":\"Lee\""))
        #expect(try self.program(scene.parent, .read).get("/coaches/export").status == 403)
    }

    @Test func aLongListHasPages() throws {
        let program = try program(scene.player)
        for number in 1...3 {
            let body = #"{"name":"College \#(number)"}"#
            #expect(try program.send("POST", "/schools", body).status == 201)
        }
        var path = "/services/coaches/history?limit=2"
        var count = 0
        while true {
            let page = try program.get(path)
            count += (try json(page)["entries"] as? [Any])?.count ?? 0
            guard let link = page["link"] else { break }
            #expect(link.hasSuffix("; rel=\"next\"") && link.contains("limit=2"))
            path = String(link.dropFirst("</api/v1".count).prefix { $0 != ">" })
        }
        #expect(count == 5)
    }

    /// Every place answers, to nobody with 401 and to a stranger as to a place where nothing is.
    @Test func everyOperationHasItsPlace() throws {
        let stranger = try program(scene.stranger)
        let nobody = Program(browser: stranger.browser, token: "none")
        for operation in OperationCatalogue.all {
            guard let route = operation.http else { continue }
            let path = route.pathKeys.reduce(route.path) { path, key in
                path.replacing(
                    "{\(key)}", with: key == "service" ? "coaches" : scene.interaction.text)
            }
            let body = route.hasBody ? "{}" : nil
            let unknown = try nobody.send(route.method.rawValue, path, body)
            #expect(unknown.status == 401, "\(operation.name)")
            let answer = try stranger.send(
                route.method.rawValue, "\(path)?family=\(scene.family.text)", body)
            #expect([200, 403, 404, 422].contains(answer.status), "\(operation.name)")
            #expect(!answer.text.contains(WebScene.canary), "\(operation.name)")
        }
    }

    @Test func theDocumentIsServedToAnybody() throws {
        let answer = try Browser(scene.system.home).send("GET", OpenAPI.path)
        #expect(answer.status == 200)
        #expect(try json(answer)["openapi"] as? String == "3.1.0")
        let tag = try #require(answer["etag"])
        let again = try Browser(scene.system.home).send(
            "GET", OpenAPI.path, fields: ["If-None-Match": tag])
        #expect(again.status == 304)
    }

    // N-116: hooks are made, tested and removed on a page; parents see where they lead.
    @Test func hooksAreMadeAndRemovedOnThePages() throws {
        let browser = try scene.browser(scene.player)
        var form = try browser.form("/settings/hooks", to: "/settings/hooks")
        form.fill("address", "ftp://host.invalid/")
        let refused = try browser.post(form)
        #expect(refused.status == 422 && refused.text.contains("Please enter an address such as"))
        form = try browser.form("/settings/hooks", to: "/settings/hooks")
        form.fill("address", "https://host.invalid/path?key=1")
        let made = try browser.post(form)
        let secret = try #require(made.text.firstMatch(of: /whsec_[A-Za-z0-9+\/]{43}=/)).output
        var page = try browser.open("/settings/hooks")
        #expect(page.text.contains("https://host.invalid/path") && !page.text.contains("key=1"))
        #expect(!page.text.contains(secret) && page.text.contains("All changes"))
        let match = /settings\/hooks\/([0-9a-f-]{36})\/remove/
        let id = try #require(page.text.firstMatch(of: match)).1
        let test = try Browser.form(in: page, to: "/settings/hooks/\(id)/test")
        #expect(try browser.submit(test).text.contains("A test message is on its way"))
        let sent = try browser.open("/settings/hooks/\(id)/deliveries")
        #expect(sent.text.contains("Hook test"))
        let others = try scene.browser(scene.parent)
        let led = try others.send("GET", "/settings/hooks/\(id)/deliveries")
        #expect(led["location"] == "/settings/hooks")
        let parents = try scene.browser(scene.parent).open("/settings/hooks").text
        #expect(parents.contains("https://host.invalid") && !parents.contains("/path"))
        #expect(!parents.contains("/remove"))
        page = try browser.open("/settings/hooks")
        let remove = try Browser.form(in: page, to: "/settings/hooks/\(id)/remove")
        #expect(try browser.submit(remove).text.contains("Removed"))
        #expect(!(try browser.open("/settings/hooks").text.contains("host.invalid")))
    }

    // Settings: tokens are made and ended on a page.
    @Test func tokensAreMadeAndEndedOnThePages() throws {
        let browser = try scene.browser(scene.player)
        var form = try browser.form("/settings/tokens")
        form.fill("name", "")
        let refused = try browser.post(form)
        #expect(refused.status == 422 && refused.text.contains("Name must be 1 to 100 characters"))
        form = try browser.form("/settings/tokens")
        form.fill("name", "Sheet <b>")
        let made = try browser.post(form)
        let secret = try #require(made.text.firstMatch(of: /compass_[A-Za-z0-9_-]{43}/)).output
        let program = Program(browser: Browser(scene.system.home), token: String(secret))
        #expect(try program.get("/me").status == 200)
        let page = try browser.open("/settings/tokens")
        #expect(page.text.contains("Sheet &lt;b&gt;") && !page.text.contains(secret))
        let id = try #require(page.text.firstMatch(of: /settings\/tokens\/([0-9a-f-]{36})\/end/)).1
        let end = try Browser.form(in: page, to: "/settings/tokens/\(id)/end")
        #expect(try browser.submit(end).text.contains("The access token has ended"))
        #expect(try program.get("/me").status == 401)
    }
}
