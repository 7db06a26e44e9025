import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// Adding a post by hand.
    mutating func addPostForm(_ site: Site) {
        get(
            Place.addPost.text,
            site.playerPage(Place.social) { visit in
                try await visit.addPostPage(PostEntry(at: site.clock.now(), in: visit.zone))
            })
        post(Place.addPost.text, site) { visit in
            var entry = visit.sentPost()
            return try await visit.submit { key in
                _ = try await visit.call(AddPost.self, try visit.request(entry), key: key)
                return Done.added.redirect(to: "social")
            } refused: { error, key in
                entry.error = error
                return try await visit.addPostPage(entry, key: key)
            }
        }
    }
}

extension Visit {
    /// The page with the form, and the schools and coaches to choose from.
    fileprivate func addPostPage(
        _ entry: PostEntry, key: IdempotencyKey? = nil
    ) async throws -> HTTPResponse {
        async let context = context(key: key)
        async let schools = call(ListSchools.self, .init())
        let coaches = try await call(ListCoaches.self, .init()).coaches
        let page = AddPostPage(
            entry, try await schools.schools, coaches, try await context)
        return HTTPResponse(refusing: entry.error, page: page.write)
    }

    /// What was typed.
    fileprivate func sentPost() -> PostEntry {
        var entry = PostEntry(at: site.clock.now(), in: zone)
        for name in PostEntry.names {
            // Browsers send line ends as CRLF.
            entry.texts[name] = form[name]?.replacing("\r\n", with: "\n")
        }
        entry.isRecruitingRelated = form["is_recruiting_related"] == "true"
        return entry
    }

    /// The request with these entries. The operation checks them. Throws for a number that cannot
    /// be read, with what is wrong with the other fields.
    fileprivate func request(_ entry: PostEntry) throws(ServiceError) -> PostForm {
        func field(_ name: String) -> FormField<String> {
            let text = entry.texts[name] ?? ""
            return FormField(text.isEmpty ? nil : text)
        }
        let date = entry.texts["post_date"] ?? ""
        var request = PostForm(
            platform: field("platform").value,
            postDate: zone.instant(typed: date, now: site.clock.now())?.text ?? date)
        request.postContent = field("post_content")
        request.postURL = field("post_url")
        request.authorName = field("author_name")
        request.authorHandle = field("author_handle")
        request.schoolID = field("school_id")
        request.coachID = field("coach_id")
        request.sentiment = field("sentiment")
        request.isRecruitingRelated = FormField(entry.isRecruitingRelated ? true : nil)
        guard let typed = field("engagement_count").value else { return request }
        if let count = TypedNumber.value(of: typed).flatMap({ Int(exactly: $0) }) {
            request.engagementCount = FormField(count)
            return request
        }
        var error = ServiceError.invalid("engagement_count", PostForm.Refusal.engagement)
        do {
            _ = try request.validated()
        } catch let others {
            error.errors.merge(others.errors) { own, _ in own }
        }
        throw error
    }
}
