package dev.yardmaster.server.config;

/** The events that the audit log has. Each constant includes the events of those before it. */
public enum AuditedEvents {
  /** Requests without the right, and connections without a valid credential. */
  REFUSALS,
  /** Also connections, backups, and all requests that may write. */
  WRITES,
  /** Also requests that only read. */
  ALL
}
