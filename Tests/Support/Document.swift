/// A written page, read back.
public struct Document: Sendable {
    /// An element with the text inside it.
    public struct Node: Sendable {
        public let name: String
        public let attributes: [MarkupToken.Attribute]
        public var text = ""

        public subscript(name: String) -> String? {
            attributes.first { $0.name == name }.map { $0.value ?? "" }
        }
    }

    /// The elements in the order of their beginnings.
    public private(set) var nodes: [Node] = []

    private static let voids: Set<String> = [
        "meta", "link", "br", "hr", "input", "img", "use", "path", "rect", "line", "circle",
    ]

    /// Reads a page; throws if it is not well formed.
    public init(_ bytes: [UInt8]) throws {
        var open: [Int] = []
        for token in try StrictMarkup.tokens(bytes) {
            switch token {
            case .doctype: break
            case .opening(let name, let attributes):
                if !Self.voids.contains(name) { open.append(nodes.count) }
                nodes.append(Node(name: name, attributes: attributes))
            case .closing: _ = open.popLast()
            case .text(let text): for place in open { nodes[place].text += text }
            }
        }
    }

    /// The elements with a name, and with an attribute of this value if one is given.
    public func all(_ name: String, _ attribute: String? = nil, _ value: String? = nil) -> [Node] {
        nodes.filter { node in
            node.name == name && (attribute == nil || node[attribute ?? ""] == value)
        }
    }

    /// The elements of a class.
    public func all(class name: String) -> [Node] {
        nodes.filter { $0["class"]?.split(separator: " ").contains(Substring(name)) == true }
    }

    /// The text of the whole page.
    public var text: String { nodes.first { $0.name == "body" }?.text ?? "" }
    /// The texts of the links and buttons that look like buttons.
    public var buttons: [String] { all(class: "btn").map(\.text) }
    public var heading: String? { all("h1").first?.text }
    public var title: String? { all("title").first?.text }
}
