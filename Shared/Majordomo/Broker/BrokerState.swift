import ZeroMQ

/// The Majordomo broker without sockets, clocks and threads (RFC 18/MDP, RFC 8/MMI,
/// docs/protocol.md). Its inputs and the time produce actions, in the order to perform them.
///
/// A worker is unknown, registered (after READY) or forgotten (after DISCONNECT, silence, a closed
/// connection or a protocol violation). A request is queued, in flight at exactly one worker, or
/// gone.
struct BrokerState<Body> {
    let epoch: WireID
    var counters = BrokerCounters()
    /// Socket figures, set by the runner.
    var figures = ServerFigures()
    /// The service named by the last refused READY.
    private(set) var lastRefusedRegistration: String?
    private(set) var isDraining = false
    private(set) var drainEnds: MonotonicTime?

    var services: [ServiceRecord<Body>?] = []
    private var serviceSlots: [String: Int] = [:]
    private var freeServices: [Int] = []
    var workers: [WorkerRecord?] = []
    private var workerSlots: [PeerAddress: Int] = [:]
    private var freeWorkers: [Int] = []
    private var workersRegistered: UInt64 = 0
    private var strikes = StrikeCounter()
    private var dismissals = DisconnectedPeers()
    private var pauses: PauseDetector
    let started: MonotonicTime

    init(epoch: WireID, started: MonotonicTime) {
        self.epoch = epoch
        self.started = started
        pauses = PauseDetector(now: started)
    }

    /// The number of requests that workers hold.
    var flightCount: Int {
        workers.reduce(0) { $0 + ($1?.flights.count ?? 0) }
    }

    /// Returns whether a drain has nothing left to wait for.
    func isDrained(at now: MonotonicTime) -> Bool {
        guard let drainEnds else { return false }
        return flightCount == 0 || now >= drainEnds
    }

    /// Returns whether messages of this connection are discarded unread.
    mutating func refuses(_ peer: PeerAddress, at now: MonotonicTime) -> Bool {
        guard strikes.refuses(peer, at: now) else { return false }
        counters.refused &+= 1
        return true
    }

    // MARK: Clients

    /// Queues or dispatches a client's request for a worker's service.
    mutating func requestReceived(
        _ request: BrokerRequest<Body>, at now: MonotonicTime,
        into actions: inout [BrokerAction<Body>]
    ) {
        counters.requests &+= 1
        if isDraining {
            return refuse(request, .draining, into: &actions)
        }
        guard let slot = serviceSlot(named: request.service) else {
            counters.shed &+= 1
            return refuse(request, .queueFull, into: &actions)
        }
        if services[slot]?.queue.isEmpty == true,
            let worker = takeWaitingWorker(ofService: slot)
        {
            return dispatch(request, to: worker, waited: 0, at: now, into: &actions)
        }
        enqueue(request, service: slot, at: now, into: &actions)
    }

    private mutating func enqueue(
        _ request: BrokerRequest<Body>, service slot: Int, at now: MonotonicTime,
        into actions: inout [BrokerAction<Body>]
    ) {
        let limit =
            request.header.map { Int64($0.budgetMilliseconds) } ?? Limits.plainRequestMilliseconds
        guard limit > 0 else {
            let hasWorkers = services[slot]?.workers.isEmpty == false
            counters.expired &+= 1
            refuse(request, hasWorkers ? .expired : .noWorker, into: &actions)
            return removeIfIdle(service: slot)
        }
        let queued = queued
        guard services[slot]?.queue.hasRoom(for: request.byteCount) == true,
            queued.bytes + request.byteCount <= Limits.queuedBytesTotalMax,
            queued.requests < Limits.queuedRequestsTotalMax
        else {
            counters.shed &+= 1
            refuse(request, .queueFull, into: &actions)
            return removeIfIdle(service: slot)
        }
        services[slot]?.queue.append(
            QueuedRequest(
                request: request, arrived: now, expires: now.advanced(byMilliseconds: limit)))
    }

    /// The requests queued for all services together, and the size of their bodies in bytes.
    private var queued: (requests: Int, bytes: Int) {
        var sum = (requests: 0, bytes: 0)
        for slot in services.indices {
            sum.requests += services[slot]?.queue.count ?? 0
            sum.bytes += services[slot]?.queue.byteCount ?? 0
        }
        return sum
    }

    /// Refuses a request whose body exceeds the limits.
    mutating func oversizedRequestReceived(
        from client: PeerAddress, descriptor: Int32?, service: String, requestID: WireID?,
        at now: MonotonicTime, into actions: inout [BrokerAction<Body>]
    ) {
        counters.requests &+= 1
        guard let requestID else {
            return malformedReceived(
                from: client, descriptor: descriptor, at: now, into: &actions)
        }
        actions.append(
            .refuse(client: client, service: service, requestID: requestID, .tooLarge))
    }

    /// Refuses a request whose header has an unknown version.
    mutating func otherVersionReceived(
        from client: PeerAddress, service: String, into actions: inout [BrokerAction<Body>]
    ) {
        counters.requests &+= 1
        actions.append(
            .refuse(client: client, service: service, requestID: .zero, .otherVersion))
    }

    // MARK: Workers

    /// Sends DISCONNECT to a worker that did not prove its service's key. Stores nothing about it
    /// except the service's name.
    mutating func registrationRefused(
        from peer: PeerAddress, service: String, into actions: inout [BrokerAction<Body>]
    ) {
        counters.registrationsRefused &+= 1
        lastRefusedRegistration = service
        unexpectedReceived(from: peer, into: &actions)
    }

    /// Registers a worker.
    mutating func readyReceived(
        from peer: PeerAddress, descriptor: Int32?, service name: String, credit: UInt32?,
        at now: MonotonicTime, into actions: inout [BrokerAction<Body>]
    ) {
        guard workerSlots[peer] == nil, !dismissals.contains(peer),
            !ServiceName.isReserved(name), let service = serviceSlot(named: name)
        else {
            return unexpectedReceived(from: peer, into: &actions)
        }
        if isDraining {
            removeIfIdle(service: service)
            return dismiss(peer, into: &actions)
        }
        workersRegistered &+= 1
        let record = WorkerRecord(
            address: peer, service: service, descriptor: descriptor, ordinal: workersRegistered,
            hasCredit: credit != nil, window: credit ?? 1, lastHeard: now, lastSent: now)
        let slot = freeWorkers.popLast() ?? workers.count
        if slot == workers.count { workers.append(record) } else { workers[slot] = record }
        workerSlots[peer] = slot
        services[service]?.workers.append(slot)
        dispatchQueued(service: service, at: now, into: &actions)
    }

    /// Notes a worker's HEARTBEAT and its new window, if it sent one.
    mutating func heartbeatReceived(
        from peer: PeerAddress, credit: UInt32?, at now: MonotonicTime,
        into actions: inout [BrokerAction<Body>]
    ) {
        guard let slot = workerSlots[peer], let worker = workers[slot],
            credit == nil || worker.hasCredit
        else {
            return unexpectedReceived(from: peer, into: &actions)
        }
        workers[slot]?.lastHeard = now
        guard let credit else { return }
        workers[slot]?.window = credit
        if credit == 0 {
            workers[slot]?.lastSent = now
            actions.append(.heartbeat(worker: peer, credit: 0))
        } else {
            dispatchQueued(service: worker.service, at: now, into: &actions)
        }
    }

    /// Forwards a PARTIAL or FINAL. `requestID` comes from our header; nil without the header.
    mutating func replyReceived(
        from peer: PeerAddress, client: PeerAddress, requestID: WireID?, isFinal: Bool,
        body: Body, at now: MonotonicTime, into actions: inout [BrokerAction<Body>]
    ) {
        guard let slot = workerSlots[peer], let service = workers[slot]?.service,
            let index = workers[slot]?.flightIndex(client: client, requestID: requestID),
            let name = services[service]?.name
        else {
            return unexpectedReceived(from: peer, into: &actions)
        }
        workers[slot]?.lastHeard = now
        if isFinal {
            counters.replies &+= 1
            workers[slot]?.flights.remove(at: index)
            workers[slot]?.served &+= 1
            moveToEndOfLine(worker: slot, ofService: service)
        }
        actions.append(.forward(client: client, service: name, isFinal: isFinal, body: body))
        if isFinal, services[service]?.queue.isEmpty == false {
            dispatchQueued(service: service, at: now, into: &actions)
        }
    }

    /// Forgets a worker that sent DISCONNECT. DISCONNECT is never answered.
    mutating func disconnectReceived(
        from peer: PeerAddress, into actions: inout [BrokerAction<Body>]
    ) {
        dismissals.insert(peer)
        guard let slot = workerSlots[peer] else { return }
        forget(worker: slot, into: &actions)
    }

    /// Disconnects a worker that violated the protocol; nothing is sent to it afterwards.
    mutating func unexpectedReceived(
        from peer: PeerAddress, into actions: inout [BrokerAction<Body>]
    ) {
        counters.unexpected &+= 1
        dismiss(peer, into: &actions)
        guard let slot = workerSlots[peer] else { return }
        counters.workersLost &+= 1
        forget(worker: slot, into: &actions)
    }

    /// Sends DISCONNECT to a worker, once.
    private mutating func dismiss(_ peer: PeerAddress, into actions: inout [BrokerAction<Body>]) {
        guard !dismissals.contains(peer) else { return }
        dismissals.insert(peer)
        actions.append(.disconnect(worker: peer))
    }

    /// Handles a REQUEST that could not be queued for its worker's connection.
    mutating func dispatchFailed(
        worker peer: PeerAddress, client: PeerAddress, requestID: WireID,
        into actions: inout [BrokerAction<Body>]
    ) {
        guard let slot = workerSlots[peer], let worker = workers[slot] else { return }
        let last = worker.flights.lastIndex { $0.client == client && $0.requestID == requestID }
        if let last, let name = services[worker.service]?.name {
            workers[slot]?.flights.remove(at: last)
            refuse(client, name, requestID, .notSent, into: &actions)
        }
        counters.workersLost &+= 1
        forget(worker: slot, into: &actions)
    }

    /// Forgets a worker whose connection no longer accepts messages.
    mutating func workerUnreachable(
        _ peer: PeerAddress, into actions: inout [BrokerAction<Body>]
    ) {
        guard let slot = workerSlots[peer] else { return }
        counters.workersLost &+= 1
        forget(worker: slot, into: &actions)
    }

    // MARK: Connections and time

    /// Restarts the silence timer of workers on a connection that the socket does not read because
    /// a receiver is slow.
    mutating func connectionHeld(descriptor: Int32, at now: MonotonicTime) {
        for slot in workers.indices where workers[slot]?.descriptor == descriptor {
            workers[slot]?.lastHeard = now
        }
    }

    /// Forgets the worker of a closed connection at once and removes the client's queued requests.
    mutating func connectionClosed(
        descriptor: Int32, into actions: inout [BrokerAction<Body>]
    ) {
        strikes.forget(descriptor: descriptor)
        for slot in workers.indices where workers[slot]?.descriptor == descriptor {
            counters.workersLost &+= 1
            forget(worker: slot, into: &actions)
        }
        for slot in services.indices where services[slot]?.queue.isEmpty == false {
            let gone = services[slot]?.queue.removeAll {
                $0.request.descriptor == descriptor
            }
            counters.abandoned &+= UInt64(gone?.count ?? 0)
            removeIfIdle(service: slot)
        }
    }

    /// Counts a message that breaks the layout of the protocol.
    mutating func malformedReceived(
        from peer: PeerAddress, descriptor: Int32?, at now: MonotonicTime,
        into actions: inout [BrokerAction<Body>]
    ) {
        counters.malformed &+= 1
        guard strikes.strike(peer, descriptor: descriptor, at: now) else { return }
        guard let slot = workerSlots[peer] else { return }
        counters.workersLost &+= 1
        dismiss(peer, into: &actions)
        forget(worker: slot, into: &actions)
    }

    /// Forgets silent workers, expires old requests and sends due heartbeats. After a pause of this
    /// process, silence counts anew.
    mutating func timePassed(to now: MonotonicTime, into actions: inout [BrokerAction<Body>]) {
        let hasPaused = pauses.hasPaused(at: now)
        for slot in workers.indices {
            if hasPaused { workers[slot]?.lastHeard = now }
            guard let worker = workers[slot] else { continue }
            if now.milliseconds(since: worker.lastHeard) >= Limits.silenceMilliseconds {
                counters.workersLost &+= 1
                forget(worker: slot, into: &actions)
            } else if now.milliseconds(since: worker.lastSent) >= Limits.heartbeatMilliseconds {
                workers[slot]?.lastSent = now
                actions.append(.heartbeat(worker: worker.address, credit: nil))
            }
        }
        for slot in services.indices {
            guard let expiry = services[slot]?.queue.nextExpiry, expiry <= now else { continue }
            expire(service: slot, at: now, into: &actions)
        }
    }

    private mutating func expire(
        service slot: Int, at now: MonotonicTime, into actions: inout [BrokerAction<Body>]
    ) {
        let hasWorkers = services[slot]?.workers.isEmpty == false
        let gone = services[slot]?.queue.removeAll { $0.expires <= now } ?? []
        for item in gone {
            counters.expired &+= 1
            refuse(item.request, hasWorkers ? .expired : .noWorker, into: &actions)
        }
        removeIfIdle(service: slot)
    }

    /// Returns when `timePassed` has work next; nil if nothing is pending.
    func nextDeadline() -> MonotonicTime? {
        var next = drainEnds
        for case let worker? in workers {
            let silence = worker.lastHeard.advanced(byMilliseconds: Limits.silenceMilliseconds)
            let beat = worker.lastSent.advanced(byMilliseconds: Limits.heartbeatMilliseconds)
            let first = min(silence, beat)
            next = min(next ?? first, first)
        }
        for case let service? in services {
            guard let expiry = service.queue.nextExpiry else { continue }
            next = min(next ?? expiry, expiry)
        }
        return next
    }

    /// Starts a drain: refuses queued and new requests; requests in flight may finish.
    mutating func drainStarted(at now: MonotonicTime, into actions: inout [BrokerAction<Body>]) {
        guard !isDraining else { return }
        isDraining = true
        drainEnds = now.advanced(byMilliseconds: Limits.brokerDrainMilliseconds)
        for slot in services.indices {
            for item in services[slot]?.queue.removeAll(where: { _ in true }) ?? [] {
                refuse(item.request, .draining, into: &actions)
            }
            removeIfIdle(service: slot)
        }
    }

    /// Ends the drain: disconnects the workers and reports requests in flight as unknown.
    mutating func drainEnded(into actions: inout [BrokerAction<Body>]) {
        for slot in workers.indices {
            guard let worker = workers[slot] else { continue }
            dismiss(worker.address, into: &actions)
            forget(worker: slot, into: &actions)
        }
    }
}

// MARK: Registry and dispatch

extension BrokerState {
    /// Returns whether a worker is registered for the service.
    func hasWorker(service name: String) -> Bool {
        guard let slot = serviceSlots[name] else { return false }
        return services[slot]?.workers.isEmpty == false
    }

    /// Returns the slot of a service, creating it if possible; nil if the limit is reached.
    private mutating func serviceSlot(named name: String) -> Int? {
        if let slot = serviceSlots[name] { return slot }
        guard serviceSlots.count < Limits.servicesMax else { return nil }
        let slot = freeServices.popLast() ?? services.count
        let record = ServiceRecord<Body>(name: name)
        if slot == services.count { services.append(record) } else { services[slot] = record }
        serviceSlots[name] = slot
        return slot
    }

    private mutating func removeIfIdle(service slot: Int) {
        // Asks first, because a copy of the record takes longer than a refusal.
        guard services[slot]?.isIdle == true, let name = services[slot]?.name else { return }
        serviceSlots[name] = nil
        services[slot] = nil
        freeServices.append(slot)
    }

    /// Returns the longest waiting worker that has credit, and moves it to the end of the line.
    private mutating func takeWaitingWorker(ofService service: Int) -> Int? {
        guard let line = services[service]?.workers else { return nil }
        guard let place = line.firstIndex(where: { workers[$0]?.isWaiting == true }) else {
            return nil
        }
        let slot = line[place]
        moveToEndOfLine(worker: slot, ofService: service)
        return slot
    }

    /// Moves a worker to the end of the line after it received or finished a request.
    private mutating func moveToEndOfLine(worker slot: Int, ofService service: Int) {
        guard let line = services[service]?.workers, line.count > 1, line.last != slot,
            let place = line.firstIndex(of: slot)
        else { return }
        services[service]?.workers.remove(at: place)
        services[service]?.workers.append(slot)
    }

    private mutating func dispatchQueued(
        service: Int, at now: MonotonicTime, into actions: inout [BrokerAction<Body>]
    ) {
        while services[service]?.queue.isEmpty == false,
            let worker = takeWaitingWorker(ofService: service),
            let item = services[service]?.queue.popFirst()
        {
            if item.expires <= now {
                counters.expired &+= 1
                refuse(item.request, .expired, into: &actions)
                continue
            }
            let waited = now.milliseconds(since: item.arrived)
            dispatch(item.request, to: worker, waited: waited, at: now, into: &actions)
        }
    }

    private mutating func dispatch(
        _ request: BrokerRequest<Body>, to slot: Int, waited: Int64, at now: MonotonicTime,
        into actions: inout [BrokerAction<Body>]
    ) {
        guard let address = workers[slot]?.address else { return }
        let requestID = request.header?.requestID ?? .zero
        workers[slot]?.flights.append(Flight(client: request.client, requestID: requestID))
        workers[slot]?.lastSent = now
        if let service = workers[slot]?.service {
            services[service]?.dispatched &+= 1
            services[service]?.waitedMilliseconds &+= UInt64(max(waited, 0))
        }
        actions.append(
            .dispatch(
                worker: address, client: request.client, requestID: requestID,
                body: request.body, waitedMilliseconds: waited))
    }

    /// Removes a worker from the registry and refuses the requests it held.
    private mutating func forget(worker slot: Int, into actions: inout [BrokerAction<Body>]) {
        guard let worker = workers[slot] else { return }
        workers[slot] = nil
        workerSlots[worker.address] = nil
        freeWorkers.append(slot)
        services[worker.service]?.workers.removeAll { $0 == slot }
        if let name = services[worker.service]?.name {
            for flight in worker.flights {
                refuse(flight.client, name, flight.requestID, .workerLost, into: &actions)
            }
        }
        removeIfIdle(service: worker.service)
    }

    private func refuse(
        _ request: BrokerRequest<Body>, _ refusal: Refusal,
        into actions: inout [BrokerAction<Body>]
    ) {
        refuse(
            request.client, request.service, request.header?.requestID ?? .zero, refusal,
            into: &actions)
    }

    /// Sends a refusal. A request without our header gets none: the broker invents no reply.
    private func refuse(
        _ client: PeerAddress, _ service: String, _ requestID: WireID, _ refusal: Refusal,
        into actions: inout [BrokerAction<Body>]
    ) {
        guard requestID != .zero else { return }
        actions.append(
            .refuse(client: client, service: service, requestID: requestID, refusal))
    }
}
