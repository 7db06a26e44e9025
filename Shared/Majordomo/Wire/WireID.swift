// Identifiers are part of this module's interface.
@_exported public import Base

/// The kind of the identifiers in envelopes.
public enum WireTag {}
/// The 16 bytes that identify a request, an idempotency key, a family or a trace.
public typealias WireID = Identifier<WireTag>
