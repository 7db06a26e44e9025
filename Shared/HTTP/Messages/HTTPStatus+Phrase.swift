import CMicroHTTPD

extension HTTPStatus {
    /// The phrase of the status for people, such as "Not Found"; empty for an unknown one.
    public var phrase: String {
        guard let phrase = unsafe MHD_get_reason_phrase_for(UInt32(clamping: rawValue)) else {
            return ""
        }
        return unsafe String(cString: phrase)
    }
}
