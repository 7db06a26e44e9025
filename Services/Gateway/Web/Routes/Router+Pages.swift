import HTML
import HTTP
import WebPages

extension Router {
    /// The routes of all pages and of the HTTP API. Throws if the kernel has no random numbers.
    init(_ site: Site) throws {
        self.init()
        addAssets()
        try addSignIn(site)
        addSignUp(site)
        addFamily(site)
        addSettings(site)
        addProfiles(site)
        addTokens(site)
        addHooks(site)
        addCalendar(site)
        addWindows(site)
        addToday(site)
        addQueue(site)
        addDigest(site)
        addMore(site)
        addSearch(site)
        addInteractions(site)
        addViews(site)
        addLogInteraction(site)
        addEditInteraction(site)
        addAttachments(site)
        addCoaches(site)
        addMerges(site)
        addSchools(site)
        addTimelines(site)
        addEvents(site)
        addEventForms(site)
        addRecordForms(site)
        addSocial(site)
        addPostForm(site)
        addNotifications(site)
        addTrash(site)
        addHistory(site)
        addImports(site)
        addLive(site)
        addAPI(site)
        site.links.complete(self)
    }

    /// Files whose address names their content, so that browsers keep them.
    private mutating func addAssets() {
        for asset in Asset.all {
            let content = CodedContent(asset.bytes, tag: asset.address.text)
            get(asset.address.text) { request in
                content.response(
                    headers: [
                        "Content-Type": asset.mediaType,
                        "Cache-Control": "public, max-age=31536000, immutable",
                    ], for: request)
            }
        }
        get(Place.serviceWorker.text) { _ in
            HTTPResponse(
                headers: [
                    "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache",
                ], body: .bytes(ServiceWorker.bytes))
        }
        get(Place.offline.text) { _ in HTTPResponse(page: OfflinePage().write) }
    }
}
