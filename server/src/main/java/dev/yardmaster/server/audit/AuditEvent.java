package dev.yardmaster.server.audit;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An event of the audit log, for one action of a client. The setters may be called until the event
 * is added to an {@link Audit}. One thread at a time may use an event.
 */
public final class AuditEvent {

  /** The maximum number of tables that a line names. */
  static final int MAX_TABLES = 16;

  /**
   * The maximum number of characters of a name. A longer name is not valid, and is cut to this
   * length.
   */
  private static final int MAX_NAME = 128;

  private static final String OTHER_TABLES = "*";

  private final String what;
  private final String principal;
  private final String remote;
  private final Map<String, Integer> reads = new LinkedHashMap<>();
  private final Map<String, Integer> writes = new LinkedHashMap<>();
  private String procedure;
  private String id;
  private String outcome;
  private String code;
  private long version;

  /**
   * Creates an event.
   *
   * @param what the kind of event, such as {@code one-shot}
   * @param principal the client's name; null if the client is not known
   * @param remote the client's address
   */
  public AuditEvent(String what, String principal, String remote) {
    this.what = what;
    this.principal = principal;
    this.remote = remote;
  }

  /** Sets the procedure that the client called. */
  public AuditEvent procedure(String name) {
    procedure = cut(name);
    return this;
  }

  /** Sets the transaction's id in hexadecimal digits; empty for none. */
  public AuditEvent id(String hex) {
    id = hex.isEmpty() ? null : hex;
    return this;
  }

  /** Counts a key, or a scan, of a table that was read. */
  public void read(String table) {
    count(reads, table);
  }

  /** Counts a key of a table that was written. */
  public void write(String table) {
    count(writes, table);
  }

  private static void count(Map<String, Integer> tables, String table) {
    String name = cut(table);
    boolean named = tables.size() < MAX_TABLES || tables.containsKey(name);
    tables.merge(named ? name : OTHER_TABLES, 1, Integer::sum);
  }

  private static String cut(String name) {
    if (name.length() <= MAX_NAME) {
      return name;
    }
    boolean splitsPair = Character.isHighSurrogate(name.charAt(MAX_NAME - 1));
    return name.substring(0, splitsPair ? MAX_NAME - 1 : MAX_NAME);
  }

  /** Removes all keys, because the transaction restarts and will use its keys again. */
  public void restart() {
    reads.clear();
    writes.clear();
  }

  /** Returns whether a key was written, or the transaction's outcome was stored under its id. */
  public boolean mayWrite() {
    return id != null || !writes.isEmpty();
  }

  /** Sets the outcome of a transaction. */
  public AuditEvent outcome(Outcome<?> ended) {
    if (ended instanceof Outcome.Committed<?> committed) {
      outcome = "committed";
      version = committed.commitVersion();
    } else if (ended instanceof Outcome.Aborted<?> aborted) {
      outcome = "aborted";
      code = aborted.cause().name();
    } else {
      outcome = ended instanceof Outcome.Unknown ? "unknown" : "rejected";
      code = ended.error().code().name();
    }
    return this;
  }

  /** Sets the error with which the server refused the action. */
  public AuditEvent refused(YardmasterException error) {
    outcome = "refused";
    code = error.code().name();
    return this;
  }

  /** Sets the outcome of an action that is not a transaction. */
  public AuditEvent outcome(String text) {
    outcome = text;
    return this;
  }

  /** Writes the event as a JSON object. */
  void writeTo(JsonGenerator line, long epochMs) throws IOException {
    line.writeStartObject();
    line.writeStringField("time", Instant.ofEpochMilli(epochMs).toString());
    line.writeStringField("what", what);
    optional(line, "principal", principal);
    line.writeStringField("remote", remote);
    optional(line, "procedure", procedure);
    optional(line, "id", id);
    tables(line, "reads", reads);
    tables(line, "writes", writes);
    optional(line, "outcome", outcome);
    optional(line, "code", code);
    if (version != 0) {
      line.writeNumberField("version", version);
    }
    line.writeEndObject();
  }

  private static void optional(JsonGenerator line, String name, String text) throws IOException {
    if (text != null) {
      line.writeStringField(name, text);
    }
  }

  private static void tables(JsonGenerator line, String name, Map<String, Integer> tables)
      throws IOException {
    if (!tables.isEmpty()) {
      line.writeObjectFieldStart(name);
      for (Map.Entry<String, Integer> table : tables.entrySet()) {
        line.writeNumberField(table.getKey(), table.getValue());
      }
      line.writeEndObject();
    }
  }
}
