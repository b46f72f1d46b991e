package dev.yardmaster.server.connection;

import com.google.protobuf.ByteString;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.audit.Audit;
import dev.yardmaster.server.audit.AuditEvent;
import dev.yardmaster.server.config.value.AuditedEvents;
import dev.yardmaster.wire.schema.Call;
import dev.yardmaster.wire.schema.OneShot;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Step;
import java.util.HexFormat;

/**
 * Creates the audit events of one connection's requests. If the audit log does not record a
 * request, the event of the request is null.
 */
final class RequestAudit {

  private static final int ID_BYTES = 16;

  private final Audit audit;
  private final String principal;
  private final String remote;

  /**
   * Creates the audit of a connection.
   *
   * @param principal the name of the client
   * @param remote the address of the client
   */
  RequestAudit(Audit audit, String principal, String remote) {
    this.audit = audit;
    this.principal = principal;
    this.remote = remote;
  }

  private AuditEvent event(String what) {
    return new AuditEvent(what, principal, remote);
  }

  /** Records that the connection has begun or ended. */
  void connection(String what) {
    if (audit.has(AuditedEvents.WRITES)) {
      audit.add(event(what));
    }
  }

  AuditEvent oneShot(OneShot message, boolean writes) {
    return audit.has(writes ? AuditedEvents.WRITES : AuditedEvents.ALL) ? event(message) : null;
  }

  private AuditEvent event(OneShot message) {
    AuditEvent event = event("one-shot").id(hex(message.getOptions().getId()));
    message.getReadsList().forEach(key -> event.read(key.getTable()));
    message.getConditionsList().forEach(condition -> event.read(condition.getKey().getTable()));
    message.getWritesList().forEach(write -> event.write(write.getKey().getTable()));
    return event;
  }

  AuditEvent call(Call message) {
    return audit.has(AuditedEvents.WRITES) ? event(message) : null;
  }

  private AuditEvent event(Call message) {
    return event("call").procedure(message.getProcedure()).id(hex(message.getOptions().getId()));
  }

  AuditEvent status(ByteString id) {
    return audit.has(AuditedEvents.WRITES) ? event("status").id(hex(id)) : null;
  }

  /** Returns the event of an interactive transaction, to which {@link #step} adds. */
  AuditEvent interactive(Step first) {
    return audit.has(AuditedEvents.WRITES)
        ? event("interactive").id(hex(first.getOptions().getId()))
        : null;
  }

  static void step(AuditEvent event, Step step) {
    if (event != null) {
      step.getRead().getKeysList().forEach(key -> event.read(key.getTable()));
      if (step.hasScan()) {
        event.read(step.getScan().getFrom().getTable());
      }
      step.getCommit().getWritesList().forEach(write -> event.write(write.getKey().getTable()));
    }
  }

  /**
   * Removes the keys from the event of a transaction that runs again, because its client repeats
   * the steps.
   */
  static void restart(AuditEvent event) {
    if (event != null) {
      event.restart();
    }
  }

  /** Adds the event of a transaction that has ended. */
  void ended(AuditEvent event, Outcome<?> outcome) {
    if (event != null) {
      audit.add(event.outcome(outcome));
    }
  }

  /** Adds the event of a query, with the outcome that it has found. */
  void found(AuditEvent event, Outcome<TransactionStatus> outcome) {
    ended(
        event,
        outcome instanceof Outcome.Committed<TransactionStatus> known
            ? known.value().outcome()
            : outcome);
  }

  /**
   * Adds the event of an interactive transaction. Only the end of the transaction shows whether it
   * writes.
   */
  void interactiveEnded(AuditEvent event, Outcome<?> outcome) {
    if (event != null && (event.mayWrite() || audit.has(AuditedEvents.ALL))) {
      ended(event, outcome);
    }
  }

  /** Adds the event of a request that was refused before it was passed to the service. */
  void refused(Request request, YardmasterException error) {
    AuditedEvents kind =
        error.code() == ErrorCode.FORBIDDEN
            ? AuditedEvents.REFUSALS
            : Requests.writes(request) ? AuditedEvents.WRITES : AuditedEvents.ALL;
    if (audit.has(kind)) {
      AuditEvent event =
          switch (request.getBodyCase()) {
            case ONE_SHOT -> event(request.getOneShot());
            case CALL -> event(request.getCall());
            case STATUS -> event("status").id(hex(request.getStatus()));
            case STEP -> event("interactive").id(hex(request.getStep().getOptions().getId()));
            case LEASE -> event("lease");
            case BODY_NOT_SET -> event("request");
          };
      step(event, request.getStep());
      audit.add(event.refused(error));
    }
  }

  /** Records that the server ends or refuses a connection. */
  static void ended(Audit audit, String principalOrNull, String remote, YardmasterException why) {
    if (why.code() == ErrorCode.UNAUTHENTICATED && audit.has(AuditedEvents.REFUSALS)) {
      audit.add(new AuditEvent("connection", principalOrNull, remote).refused(why));
    }
  }

  private static String hex(ByteString id) {
    // The server refuses a longer id, so the event does not need the rest of it.
    return HexFormat.of().formatHex(id.substring(0, Math.min(ID_BYTES, id.size())).toByteArray());
  }
}
