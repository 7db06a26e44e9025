import ZeroMQ

extension BrokerState {
    /// Answers a question to the broker itself: `mmi.` (RFC 8/MMI) or our own `$srv`.
    mutating func questionReceived(
        from client: PeerAddress, service: String, requestID: WireID?, question: [UInt8],
        at now: MonotonicTime, into actions: inout [BrokerAction<Body>]
    ) {
        counters.questions &+= 1
        let answer = answer(to: service, question: question, from: client, at: now)
        guard let text = answer else {
            if let requestID, service.hasPrefix(ServiceName.registryPrefix) {
                return actions.append(
                    .refuse(
                        client: client, service: service, requestID: requestID,
                        .unknownQuestion))
            }
            return actions.append(
                .answer(
                    client: client, service: service, requestID: requestID,
                    payload: Array("501".utf8)))
        }
        actions.append(
            .answer(
                client: client, service: service, requestID: requestID, payload: Array(text.utf8)))
    }

    private func answer(
        to service: String, question: [UInt8], from client: PeerAddress, at now: MonotonicTime
    ) -> String? {
        switch service {
        case ServiceName.serviceQuestion:
            let name = ServiceName.read(question.span)
            return name.map(hasWorker(service:)) == true ? "200" : "404"
        case ServiceName.brokerQuestion: return introduction(to: client)
        case "$srv.ping": return "{\(identity)}"
        case "$srv.info": return "{\(identity),\"services\":[\(serviceList(at: now))]}"
        case "$srv.stats":
            let uptime = now.milliseconds(since: started)
            return "{\(identity),\"uptime_ms\":\(uptime),\(counterList),"
                + "\"services\":[\(serviceList(at: now))]}"
        case "$srv.schema":
            return "{\(identity),\"protocol\":\"MDP/0.2\",\"extensions\":\(extensionList)}"
        default: return nil
        }
    }

    private var extensionList: String {
        "[\"\(Extension.header)\",\"\(Extension.credit)\",\"\(Extension.drain)\","
            + "\"\(Extension.proof)\"]"
    }

    private var epochDigits: String {
        Hexadecimal.text(epoch.bytes)
    }

    private var identity: String {
        "\"name\":\"compass-broker\",\"epoch\":\"\(epochDigits)\""
    }

    /// The text that a worker on this connection signs to prove its service's key. It consists of
    /// the broker's epoch, which is random for each start, and the connection's unique address.
    func challenge(for peer: PeerAddress) -> String {
        epochDigits + Hexadecimal.text(peer.bytes)
    }

    private func introduction(to peer: PeerAddress) -> String {
        "{\"broker\":\"compass-broker\",\"protocol\":\"MDP/0.2\",\"epoch\":\"\(epochDigits)\","
            + "\"heartbeat_ms\":\(Limits.heartbeatMilliseconds),\"liveness\":\(Limits.liveness),"
            + "\"challenge\":\"\(challenge(for: peer))\","
            + "\"extensions\":\(extensionList)}"
    }

    private func serviceList(at now: MonotonicTime) -> String {
        let known = services.compactMap { $0 }.sorted { $0.name < $1.name }
        var texts: [String] = []
        for service in known {
            let line = service.workers.compactMap { workers[$0] }
                .sorted { $0.ordinal < $1.ordinal }
            let list = line.map { describe($0, at: now) }.joined(separator: ",")
            texts.append(
                "{\"name\":\(JSONText.string(service.name)),\"queued\":\(service.queue.count),"
                    + "\"queued_bytes\":\(service.queue.byteCount),"
                    + "\"dispatched\":\(service.dispatched),"
                    + "\"waited_ms\":\(service.waitedMilliseconds),\"workers\":[\(list)]}")
        }
        return texts.joined(separator: ",")
    }

    private func describe(_ worker: WorkerRecord, at now: MonotonicTime) -> String {
        let silence = now.milliseconds(since: worker.lastHeard)
        return "{\"id\":\(worker.ordinal),\"credit\":\(worker.window),"
            + "\"in_flight\":\(worker.flights.count),\"served\":\(worker.served),"
            + "\"silent_ms\":\(silence)}"
    }

    private var counterList: String {
        let list: [(String, UInt64)] = [
            ("requests", counters.requests), ("replies", counters.replies),
            ("questions", counters.questions), ("shed", counters.shed),
            ("expired", counters.expired), ("abandoned", counters.abandoned),
            ("workers_lost", counters.workersLost), ("malformed", counters.malformed),
            ("refused", counters.refused), ("unexpected", counters.unexpected),
            ("registrations_refused", counters.registrationsRefused),
            ("unroutable", counters.unroutable), ("peers_refused", figures.peersRefused),
            ("connections_cut", figures.connectionsCut),
            ("connections", UInt64(clamping: figures.connections)),
            ("incoming_bytes", UInt64(clamping: figures.incomingBytes)),
            ("outgoing_bytes", UInt64(clamping: figures.outgoingBytes)),
        ]
        return list.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
    }
}
