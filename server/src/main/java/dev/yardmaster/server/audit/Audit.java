package dev.yardmaster.server.audit;

import dev.yardmaster.server.config.value.AuditedEvents;
import java.util.Optional;

/** Receives the events of the audit log. Any thread may call the methods, which do not block. */
public interface Audit {

  /** The audit of a server without an audit log, which discards all events. */
  Audit NONE =
      new Audit() {
        @Override
        public boolean has(AuditedEvents events) {
          return false;
        }

        @Override
        public void add(AuditEvent event) {}
      };

  /**
   * Returns whether the log records these events. If not, the caller need not create the events.
   */
  boolean has(AuditedEvents events);

  /** Adds an event. The caller must not change the event after this call. */
  void add(AuditEvent event);

  /** Returns the number of events that could not be written. */
  default long lost() {
    return 0;
  }

  /** Returns the reason why events cannot be written at present; empty if events can be written. */
  default Optional<String> warning() {
    return Optional.empty();
  }
}
