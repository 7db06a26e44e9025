import Glibc

/// A value that one thread sets once and another thread waits for.
@safe
final class Handover<Value: Sendable>: @unchecked Sendable {
    // `value` is only read and written under `mutex`; both pointers live as long as the object.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value?

    init() {
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Sets the value; later calls have no effect.
    func set(_ value: Value) {
        unsafe pthread_mutex_lock(mutex)
        if self.value == nil { self.value = value }
        unsafe pthread_cond_signal(condition)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Waits for the value and returns it.
    func wait() -> Value {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let value { return value }
            unsafe pthread_cond_wait(condition, mutex)
        }
    }
}
