import CommandKit
import Contracts
import Imports
import ServiceKit

/// The `posts` commands: posts of coaches and programs.
enum PostCommands {
    static let all = [list, add, importFile, delete]

    private static let list = CompassCommand(
        "posts list", .readOnly, "List posts of coaches and programs, newest first",
        details: "A post is shown if it matches all filters.",
        flags: PostFilter.listFlags + [
            .toggle(
                "flagged", "Only posts that are flagged as recruiting: the same as --recruiting"
            )
        ],
        examples: [
            "compass posts list --recruiting --days 30": "Who recruits",
            "compass posts list --search camp --flagged": "What they say about camps",
            "compass posts list --school Duke --platform twitter": "One school's tweets",
            "compass posts list -o csv > posts.csv": "For a spreadsheet",
        ]
    ) { run in
        let answer = try run.list(ListPosts.self) { request in
            // SA-08
            if run.invocation.isOn("flagged") { request[.recruiting] = "true" }
        }
        return PostList(answer: answer, run: run).result
    }

    // MARK: Adding

    private static let add = CompassCommand(
        "posts add", .mutating, "Add a post by hand",
        flags: [
            .value(
                "platform",
                .word(
                    SocialPlatform.allCases.map { .init($0.rawValue, $0.label) },
                    placeholder: "PLATFORM"), "Where it was posted"),
            .value(
                "at", Values.time, default: "now", field: "post_date", "When it was posted"),
            .value("url", .text("ADDRESS"), "Web address; a family can store each one once"),
            .value("content", .text(), "Text of the post"),
            .value("author", .text("NAME"), "Who posted it"),
            .value("handle", .text("HANDLE"), "The handle it was posted under"),
            .value("school", Values.school, "School: name or id"),
            .value("coach", Values.coach, "Coach: name or id"),
            .toggle("recruiting", "It is about recruiting"),
            .value("sentiment", Values.sentiments, takesNone: true, "Sentiment of the post"),
            .value(
                "engagement", .integer(in: PostLimit.engagement), default: "0",
                "Number of likes, replies and so on"),
        ],
        examples: [
            "compass posts add --platform twitter --content \"Camp is open\" --recruiting "
                + "--school Duke": "A tweet"
        ]
    ) { run in
        let answer = try run.change(AddPost.self, try form(run))
        let post = run.decoding(AddPost.Response.self, answer, \.post)
        return .record(
            json: answer.json, ids: { [try post().id.text] },
            card: { PostList.card(of: try post(), run) },
            rows: { PostList.table([try post()], run) })
    }
    .requiring { given in
        given.text("platform") == nil
            ? [.init(flag: "platform", field: "platform", text: PostForm.Refusal.platform)] : []
    }

    private static func form(_ run: CommandRun) throws -> PostForm {
        let given = run.invocation
        let at = try run.time("at") ?? run.clock.now()
        var form = PostForm(platform: given.text("platform"), postDate: at.text)
        form.postURL = FormField(given.text("url"))
        form.postContent = FormField(given.text("content"))
        form.authorName = FormField(given.text("author"))
        form.authorHandle = FormField(given.text("handle"))
        let school = try given.some("school").map(run.schoolID)
        form.schoolID = FormField(school?.text)
        form.coachID = FormField(try given.some("coach").map { try run.coachID($0).text })
        form.isRecruitingRelated = FormField(given.isOn("recruiting") ? true : nil)
        form.sentiment = FormField(given.some("sentiment"))
        form.engagementCount = FormField(given.integer("engagement"))
        return form
    }

    // MARK: Importing

    private static let importFile = CompassCommand(
        "posts import", .mutating, "Import posts from a file",
        details: """
            Reads JSON Lines, or comma-separated values with a header line. Each line is \
            stored, skipped because its address was already imported, or refused with a \
            reason; --strict checks the whole file first and imports all lines or none. The \
            exit code is 3 if lines were refused. Schools are named by school_unitid \
            (catalogue id), exact name or alias, coaches by coach_key or name; unknown \
            coaches are left out.

            Fields: \(ImportKind.posts.fields.map(\.name).joined(separator: ", ")).
            """,
        arguments: [Argument("FILE", "The file; - for standard input", .text("FILE"))],
        flags: [
            .value(
                "format", .choice([.init("jsonl"), .init("csv")], placeholder: "FORM"),
                default: "by the file's name, else jsonl", "Format of the file")
        ] + ImportCommands.reading + [
            .toggle("strict", "All lines or none"),
            .toggle(
                "add-schools", "Also add missing schools from the catalogue"),
        ],
        examples: [
            "compass posts import posts.jsonl --dry-run": "Show what would happen",
            "compass posts import posts.csv --strict": "All of it or nothing",
        ]
    ) { run in try PostImport(run).result() }

    // MARK: Deleting

    private static let delete = CompassCommand(
        "posts delete", .mutating, "Delete a post; it can be undone",
        details: "Asks for confirmation unless --yes is given.",
        arguments: [Argument("ID", "The id, or its last 8 digits", Values.postID)],
        examples: ["compass posts delete 4f0c2a9d --yes": "Without asking"]
    ) { run in
        if let found = try run.repeated(DeletePost.self) {
            return try .deletion(found.answer, of: found.id, run)
        }
        let post = try run.post(run.argument(0))
        if try run.asks() {
            let text = VisibleText.line(PostList.preview(of: post, characters: 60))
            try run.confirm(
                "Delete \"\(text)\" (\(post.platform.label), \(run.zone.text(post.postDate)))?")
        }
        return try .deletion(
            try run.change(DeletePost.self, .init(id: post.id)), of: post.id.text, run)
    }
}

extension Values {
    static let postID = ValueType.checked(
        "id", placeholder: "ID", completes: "post", expected: RecordNames.problem)
}

extension CommandRun {
    /// The post with this id, or with an id that ends so.
    func post(_ typed: String) throws -> Post {
        let posts = try response(of: FindPosts.self, .init(ending: typed)).posts
        let choices = posts.map { post in
            NamedRecord(
                id: post.id.text, name: PostList.preview(of: post, characters: 30),
                detail: zone.text(post.postDate))
        }
        let id: PostID = try RecordNames.id(
            ofTail: typed, among: choices, noun: "Post", plural: "posts",
            listCommand: line("posts", "list"))
        guard let post = posts.first(where: { $0.id == id }) else {
            throw CommandFailure(.notFound, "Post not found")
        }
        return post
    }
}
