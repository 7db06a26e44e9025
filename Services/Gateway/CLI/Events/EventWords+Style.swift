import CommandKit
import Contracts

extension EventStatus {
    var style: TextStyle { tone.style }
}

extension EventType {
    var style: TextStyle { tone.style }
}
