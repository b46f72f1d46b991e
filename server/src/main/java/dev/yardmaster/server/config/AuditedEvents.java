package dev.yardmaster.server.config;

/**
 * The events that the audit log has. Each constant also includes the events of all earlier
 * constants.
 */
public enum AuditedEvents {
  /** Requests without the right, and connections without a valid credential. */
  REFUSALS,
  /** The events of REFUSALS, connections, backups, and all requests that may write. */
  WRITES,
  /** The events of WRITES, and requests that only read. */
  ALL
}
