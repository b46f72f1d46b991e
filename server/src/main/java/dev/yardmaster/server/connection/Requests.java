package dev.yardmaster.server.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.audit.AuditEvent;
import dev.yardmaster.server.live.RequestLatencies;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import dev.yardmaster.server.tracing.TransactionSpans;
import dev.yardmaster.service.EncodedCalls;
import dev.yardmaster.service.EncodedResult;
import dev.yardmaster.service.scope.LogicScope;
import dev.yardmaster.wire.ErrorMessages;
import dev.yardmaster.wire.KeyMessages;
import dev.yardmaster.wire.OneShotMessages;
import dev.yardmaster.wire.OptionMessages;
import dev.yardmaster.wire.OutcomeMessages;
import dev.yardmaster.wire.ReceivedBytes;
import dev.yardmaster.wire.schema.Call;
import dev.yardmaster.wire.schema.Committed;
import dev.yardmaster.wire.schema.Key;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Status;
import dev.yardmaster.wire.schema.Step;
import java.util.concurrent.CompletionStage;

/**
 * Translates the requests of one client into calls of the service, and the outcomes into answers.
 * The connection's event loop calls the methods. Any thread may add the answers.
 */
final class Requests {

  /** The delay after which a client should retry when the server holds too many bytes for it. */
  private static final int RETRY_AFTER_MS = 50;

  /** The approximate overhead of a value in a result, in bytes. */
  static final int VALUE_BYTES = 32;

  private final EncodedCalls service;
  private final Outbox outbox;
  private final OpenTransactions open;
  private final ConnectionLeases leases;
  private final RequestLatencies latencies;
  private final RequestAudit audit;
  private final TransactionSpans spans;
  private Principal client;

  /** The time at which the requests that are now being read arrived from the network. */
  private long arrivedNs;

  /**
   * Creates the translator of one client's requests.
   *
   * @param latencies records the latencies of requests; null if they are not recorded
   */
  Requests(
      EncodedCalls service,
      Principal client,
      Outbox outbox,
      OpenTransactions open,
      ConnectionLeases leases,
      RequestAudit audit,
      TransactionSpans spans,
      RequestLatencies latencies) {
    this.audit = audit;
    this.spans = spans;
    this.latencies = latencies;
    this.service = service;
    this.client = client;
    this.outbox = outbox;
    this.open = open;
    this.leases = leases;
  }

  /** Sets the client's present rights. */
  void actFor(Principal principal) {
    client = principal;
  }

  /** Records the arrival time of requests that have arrived together. */
  void arrive() {
    if (latencies != null) {
      arrivedNs = latencies.nowNs();
    }
  }

  /** {@link ConnectedClient} calls this method after answers were written. */
  void written() {
    if (latencies != null) {
      latencies.written();
    }
  }

  /**
   * Executes a request. Each request gets exactly one answer.
   *
   * @param held the bytes that the request holds until its answer is written
   */
  void take(Request request, Holding held) {
    long id = request.getRequestId();
    try {
      switch (request.getBodyCase()) {
        case ONE_SHOT -> submit(id, request.getOneShot(), held);
        case CALL -> submit(id, request.getCall(), held);
        case STATUS -> askStatus(id, request, held);
        case STEP -> step(id, request.getStep(), held);
        case LEASE -> {
          allow(Role.LEASE);
          leases.request(id, request.getLease(), held);
        }
        case BODY_NOT_SET ->
            throw new YardmasterException(
                ErrorCode.BAD_MESSAGE, "a request must have a body", "requestId", id);
      }
    } catch (YardmasterException error) {
      audit.refused(request, error);
      Response refusal = refusal(request, error);
      outbox.add(Answer.holding(held, () -> refusal));
    }
  }

  /** Returns whether a request is a step of an open transaction. */
  boolean goesOn(Request request) {
    return request.hasStep() && open.has(request.getStep().getTransaction());
  }

  /**
   * Returns whether a request abandons an open transaction, which frees bytes that the server
   * holds.
   */
  boolean abandons(Request request) {
    return goesOn(request) && request.getStep().hasAbandon();
  }

  /**
   * Refuses a request without executing it. If the request is a step of an open transaction, the
   * transaction stays open, so that its client can abandon the transaction.
   */
  void refuse(Request request, YardmasterException error) {
    audit.refused(request, error);
    Response refusal = refusal(request, error);
    outbox.add(() -> refusal);
  }

  private Response refusal(Request request, YardmasterException error) {
    Response.Builder response = Response.newBuilder().setRequestId(request.getRequestId());
    if (goesOn(request)) {
      response.setRefused(ErrorMessages.of(error));
    } else {
      response.setRejected(ErrorMessages.of(error));
    }
    return response.build();
  }

  /**
   * Adds an answer whose result also holds bytes of the budget. If the budget has no room for the
   * result, the client gets an error instead of the result.
   */
  private void add(Holding held, long resultBytes, Answer answer) {
    if (held.add(resultBytes)) {
      outbox.add(Answer.holding(held, answer));
    } else {
      outbox.add(
          Answer.holding(
              held, () -> AnswerLength.without(answer.toResponse(), noRoom(resultBytes))));
    }
  }

  /** The error of a client that lets the server hold too many bytes. */
  static YardmasterException noRoom(long bytes) {
    return new YardmasterException(
        ErrorCode.OVERLOADED,
        "the server holds too many bytes of unanswered requests and unread answers for this client",
        "bytes",
        bytes,
        YardmasterException.RETRY_AFTER_MS,
        RETRY_AFTER_MS);
  }

  private void submit(long id, dev.yardmaster.wire.schema.OneShot message, Holding held) {
    boolean writes = writes(message);
    allow(writes ? Role.WRITE : Role.READ);
    if (!client.tables().isAll()) {
      message.getReadsList().forEach(this::allowTable);
      message.getConditionsList().forEach(condition -> allowTable(condition.getKey()));
      message.getWritesList().forEach(write -> allowTable(write.getKey()));
    }
    long arrivedNs = this.arrivedNs;
    OneShot oneShot = OneShotMessages.read(message);
    TransactionOptions options = OptionMessages.read(message.getOptions());
    AuditEvent event = audit.oneShot(message, writes);
    var unused =
        spans
            .trace("one-shot", null, options, noScope -> service.submit(oneShot, options))
            .thenAccept(
                outcome -> {
                  audit.ended(event, outcome);
                  add(
                      held,
                      outcome instanceof Outcome.Committed<OneShot.Result> committed
                          ? bytesOf(committed.value())
                          : 0,
                      () ->
                          recorded(
                              arrivedNs, OutcomeMessages.of(id, outcome, Requests::writeValues)));
                });
  }

  private Response recorded(long arrivedNs, Response response) {
    if (latencies != null) {
      latencies.answered(arrivedNs);
    }
    return response;
  }

  private static long bytesOf(OneShot.Result result) {
    long bytes = 0;
    for (int i = 0; i < result.size(); i++) {
      byte[] value = result.valueAt(i);
      bytes += VALUE_BYTES + (value == null ? 0 : value.length);
    }
    return bytes;
  }

  private static void writeValues(OneShot.Result result, Committed.Builder message) {
    for (int i = 0; i < result.size(); i++) {
      message.addValues(KeyMessages.ofValue(result.valueAt(i)));
    }
  }

  private void submit(long id, Call call, Holding held) {
    allow(Role.WRITE);
    if (!client.procedures().contains(call.getProcedure())) {
      throw forbidden("procedure", call.getProcedure());
    }
    TransactionOptions options = OptionMessages.read(call.getOptions());
    AuditEvent event = audit.call(call);
    long arrivedNs = this.arrivedNs;
    var unused =
        spans
            .trace("call", call.getProcedure(), options, scope -> submit(call, options, scope))
            .thenAccept(
                outcome -> {
                  audit.ended(event, outcome);
                  add(
                      held,
                      outcome instanceof Outcome.Committed<byte[]> committed
                          ? committed.value().length
                          : 0,
                      () ->
                          recorded(
                              arrivedNs,
                              OutcomeMessages.of(id, outcome, OutcomeMessages::writeResult)));
                });
  }

  private CompletionStage<Outcome<byte[]>> submit(
      Call call, TransactionOptions options, LogicScope scope) {
    byte[] argument = ReceivedBytes.of(call.getArgument());
    return scope == null
        ? service.submit(call.getProcedure(), argument, options)
        : service.submit(call.getProcedure(), argument, options, scope);
  }

  private void askStatus(long id, Request request, Holding held) {
    allow(Role.WRITE);
    TransactionOptions options =
        TransactionOptions.defaults().withTrace(OptionMessages.trace(request));
    AuditEvent event = audit.status(request.getStatus());
    TransactionId asked = OptionMessages.readId(request.getStatus());
    var unused =
        spans
            .trace("status", null, options, noScope -> service.status(asked))
            .thenAccept(
                outcome -> {
                  audit.found(event, outcome);
                  add(held, bytesOf(outcome), () -> statusResponse(id, outcome));
                });
  }

  private static long bytesOf(Outcome<TransactionStatus> status) {
    return status instanceof Outcome.Committed<TransactionStatus> known
            && known.value().outcome() instanceof Outcome.Committed<Object> commit
            && commit.value() instanceof EncodedResult result
        ? result.bytes().length
        : 0;
  }

  private static Response statusResponse(long id, Outcome<TransactionStatus> outcome) {
    if (!(outcome instanceof Outcome.Committed<TransactionStatus> committed)) {
      return OutcomeMessages.of(id, outcome, (status, message) -> {});
    }
    Status.Builder message = Status.newBuilder();
    Outcome<Object> first = committed.value().outcome();
    if (first instanceof Outcome.Committed<Object> commit) {
      EncodedResult result = (EncodedResult) commit.value();
      Committed.Builder committedMessage = OutcomeMessages.ofCommit(commit);
      OutcomeMessages.writeResult(result.bytes(), committedMessage);
      message.setLogic(result.logic()).setCommitted(committedMessage);
    } else if (first instanceof Outcome.Aborted<Object> aborted) {
      message.setAborted(OutcomeMessages.of(aborted));
    } else {
      message.setRejected(ErrorMessages.of(first.error()));
    }
    return Response.newBuilder().setRequestId(id).setStatus(message).build();
  }

  private void step(long id, Step step, Holding held) {
    allow(writes(step) ? Role.WRITE : Role.READ);
    if (!client.tables().isAll()) {
      step.getRead().getKeysList().forEach(this::allowTable);
      if (step.hasScan()) {
        allowTable(step.getScan().getFrom());
      }
      step.getCommit().getWritesList().forEach(write -> allowTable(write.getKey()));
    }
    open.step(id, step, held);
  }

  /** A transaction with an id is a write, because its outcome is stored under the id. */
  private static boolean writes(dev.yardmaster.wire.schema.OneShot message) {
    return !OneShotMessages.onlyReads(message) || !message.getOptions().getId().isEmpty();
  }

  private static boolean writes(Step step) {
    return step.getCommit().getWritesCount() > 0 || !step.getOptions().getId().isEmpty();
  }

  /** Returns whether a request may write. Procedures can write, and a query stores an outcome. */
  static boolean writes(Request request) {
    return switch (request.getBodyCase()) {
      case ONE_SHOT -> writes(request.getOneShot());
      case STEP -> writes(request.getStep());
      case CALL, STATUS -> true;
      case LEASE, BODY_NOT_SET -> false;
    };
  }

  private void allow(Role role) {
    if (!client.may(role)) {
      throw forbidden("role", role.label());
    }
  }

  /**
   * Checks the right to a key's table. For a scan, the check of the lowest key is sufficient,
   * because a scan does not leave the table of this key.
   */
  private void allowTable(Key key) {
    if (!client.tables().contains(key.getTable())) {
      throw forbidden("table", key.getTable());
    }
  }

  private YardmasterException forbidden(String what, String name) {
    return new YardmasterException(
        ErrorCode.FORBIDDEN,
        "the principal does not have the right to this " + what,
        "principal",
        client.name(),
        what,
        name);
  }
}
