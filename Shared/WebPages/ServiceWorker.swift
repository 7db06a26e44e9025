import CAssets
import Contracts
import HTML

/// The script with which a browser shows something without a connection.
public enum ServiceWorker {
    /// The content.
    public static let bytes: [UInt8] = {
        var list = JSONWriter()
        list.beginArray()
        for address in shell { list.string(address.text) }
        list.endArray()
        return Array("const shell = ".utf8) + list.bytes + Array("\n".utf8)
            + compass_asset_service_worker().content
    }()

    /// What the browser keeps: the page for readers without a connection first, then its files.
    private static let shell =
        [Place.offline] + [Asset.stylesheet, .script, .mark].map(\.address)
}
