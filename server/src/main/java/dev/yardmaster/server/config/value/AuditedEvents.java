package dev.yardmaster.server.config.value;

/**
 * The choice of the events that the audit log records. Each constant includes the events of all
 * earlier constants.
 */
public enum AuditedEvents {
  /**
   * Requests that the principal has no right to make, and connections without a valid credential.
   */
  REFUSALS,
  /** The events of REFUSALS, connections, backups, and all requests that may write. */
  WRITES,
  /** The events of WRITES, and requests that only read. */
  ALL
}
