package dev.yardmaster.server.connection;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.server.audit.AuditEvent;
import dev.yardmaster.server.tracing.TransactionSpans;
import dev.yardmaster.service.OpenTransaction;
import dev.yardmaster.service.SnapshotSteps;
import dev.yardmaster.wire.ErrorMessages;
import dev.yardmaster.wire.OutcomeMessages;
import dev.yardmaster.wire.ScanMessages;
import dev.yardmaster.wire.schema.Commit;
import dev.yardmaster.wire.schema.Fail;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.SnapshotOpened;
import dev.yardmaster.wire.schema.Step;
import io.opentelemetry.api.trace.Span;
import java.util.Map;
import java.util.function.Supplier;

/**
 * An interactive transaction whose logic runs at the client, or a snapshot that the client reads.
 * The connection's event loop owns the state. When the service calls this object on another thread,
 * the call reaches the event loop through the outbox.
 */
final class RemoteLogic implements SnapshotSteps.Listener {

  private static final long NONE = 0;

  /**
   * The limit on the bytes of a scan. No configuration allows a longer message, because the wire
   * format counts lengths in 31 bits.
   */
  private static final long MAX_SCANNED_BYTES = 1L << 30;

  private final OpenTransactions owner;
  private final long number;
  private final boolean hasId;
  private final Holding held;
  private final AuditEvent event;
  private OpenTransaction transaction;
  private Span span = Span.getInvalid();

  /** The transaction if it is a snapshot, otherwise null. */
  private SnapshotSteps snapshot;

  /**
   * The number of the request that waits for the service's answer; {@link #NONE} if no request
   * waits.
   */
  private long requestId = NONE;

  /** The bytes that the waiting request holds. */
  private Holding stepHeld;

  private long steps;

  /**
   * The number of steps at the last sweep, if the transaction was waiting for its client at that
   * time.
   */
  private long sweptSteps = NONE;

  private boolean isExpired;

  /** Whether the client has abandoned the transaction, or closed the snapshot. */
  private boolean isGivenUp;

  /**
   * Whether the server has abandoned the transaction. The transaction's outcome will still arrive.
   */
  private boolean isAbandoned;

  /** The outcome of a transaction that has ended, until the client receives the outcome. */
  private Outcome<Object> outcome;

  /**
   * Creates a transaction.
   *
   * @param hasId whether the transaction has an id; if it has one, its result is kept
   * @param held the bytes that the transaction holds until its end, including its values
   * @param event the transaction's event in the audit log; null if there is no event
   */
  RemoteLogic(OpenTransactions owner, long number, boolean hasId, Holding held, AuditEvent event) {
    this.event = event;
    this.owner = owner;
    this.number = number;
    this.hasId = hasId;
    this.held = held;
  }

  void begin(OpenTransaction opened) {
    transaction = opened;
  }

  void begin(SnapshotSteps opened) {
    transaction = opened;
    snapshot = opened;
  }

  /** Sets the transaction's span, before the transaction begins. */
  void trace(Span started) {
    span = started;
  }

  /** Ends the span of a transaction that could not begin. */
  void refuse(YardmasterException error) {
    TransactionSpans.end(span, new Outcome.Rejected<>(error));
  }

  /**
   * Executes a step. Throws an exception if another step is being executed, or if the step is not
   * valid.
   */
  void step(long request, Step step, Holding ofStep) {
    if (requestId != NONE) {
      throw new YardmasterException(
          ErrorCode.BAD_MESSAGE,
          "the previous step of the transaction is not answered yet",
          "transaction",
          number);
    }
    if (outcome != null) {
      waits(request, ofStep);
      answer(this::outcomeResponse);
      return;
    }
    if (isAbandoned) {
      waits(request, ofStep); // The outcome is the answer to the step.
      return;
    }
    switch (step.getWhatCase()) {
      case READ -> {
        var keys = StepMessages.keys(step.getRead(), owner.maxKeys());
        waits(request, ofStep);
        RequestAudit.step(event, step);
        transaction.read(keys);
      }
      case SCAN -> {
        Scan scan = ScanMessages.read(step.getScan());
        if (step.getScan().getAfterFrom() && (snapshot == null || scan.backward())) {
          throw new YardmasterException(
              ErrorCode.BAD_MESSAGE,
              "only a forward scan of a snapshot may leave out its first key",
              "transaction",
              number);
        }
        waits(request, ofStep);
        RequestAudit.step(event, step);
        if (snapshot == null) {
          transaction.scan(scan);
        } else {
          snapshot.page(scan, step.getScan().getAfterFrom());
        }
      }
      case OPEN_SNAPSHOT -> {
        if (snapshot == null) {
          throw new YardmasterException(
              ErrorCode.BAD_MESSAGE,
              "a snapshot must be opened by the first step of its number",
              "transaction",
              number);
        }
        waits(request, ofStep);
        snapshot.open();
      }
      case COMMIT -> commit(request, step, ofStep);
      case FAIL -> fail(request, step.getFail(), ofStep);
      case ABANDON -> {
        isGivenUp = true;
        waits(request, ofStep);
        transaction.abandon();
      }
      case WHAT_NOT_SET ->
          throw new YardmasterException(
              ErrorCode.BAD_MESSAGE, "a step must have an action", "transaction", number);
    }
  }

  private void waits(long request, Holding ofStep) {
    requestId = request;
    stepHeld = ofStep;
    steps++;
  }

  private void commit(long request, Step step, Holding ofStep) {
    Commit message = step.getCommit();
    Map<Key, byte[]> writes = StepMessages.writes(message);
    Object result =
        message.getResult().isEmpty()
            ? null
            : StepMessages.result(message.getResult(), hasId, number);
    waits(request, ofStep);
    RequestAudit.step(event, step);
    transaction.commit(writes, result);
  }

  private void fail(long request, Fail message, Holding ofStep) {
    switch (message.getWhyCase()) {
      case ABORT -> {
        waits(request, ofStep);
        transaction.abort(message.getAbort());
      }
      case ERROR -> {
        YardmasterException error = StepMessages.logicError(message);
        waits(request, ofStep);
        transaction.fail(error);
      }
      case WHY_NOT_SET ->
          throw new YardmasterException(
              ErrorCode.BAD_MESSAGE, "a failure must have a reason", "transaction", number);
    }
  }

  /**
   * Ends the transaction of a client that is disconnected, unless the validator already has the
   * transaction.
   */
  void letGo() {
    held.close();
    if (outcome == null && requestId == NONE && !isAbandoned) {
      abandon();
    } else if (requestId != NONE) {
      transaction.withdraw();
    }
  }

  /** Ends the transaction if its client has sent no step since the last call of this method. */
  void sweep() {
    boolean isIdle = requestId == NONE && outcome == null && !isAbandoned;
    if (isIdle && steps == sweptSteps) {
      isExpired = true;
      abandon();
    }
    sweptSteps = isIdle ? steps : NONE;
  }

  private void abandon() {
    isAbandoned = true;
    transaction.abandon();
  }

  // Threads of the service call the following methods.

  private void answer(Supplier<Response> response) {
    owner.answer(new StepAnswer(response));
  }

  /** An answer to the waiting step. */
  private final class StepAnswer implements Answer {
    private final Supplier<Response> response;
    private Holding answered;

    StepAnswer(Supplier<Response> response) {
      this.response = response;
    }

    @Override
    public Response toResponse() {
      Response made = response.get();
      if (made != null) {
        answered = stepHeld;
        stepHeld = null;
      }
      return made;
    }

    @Override
    public Holding held() {
      return answered;
    }
  }

  /** Returns whether there is room for values that the transaction has read. */
  private boolean hasRoomFor(long bytes) {
    // The service does not hold the values that a snapshot has read.
    if (stepHeld.add(bytes) && (snapshot != null || held.add(bytes))) {
      return true;
    }
    answer(
        () -> {
          Response refused =
              goesOn(Response.newBuilder().setRefused(ErrorMessages.of(Requests.noRoom(bytes))));
          if (!owner.isClosed() && snapshot == null) {
            // There is no room for the values, which the service holds until the end of the
            // transaction.
            abandon();
          }
          return refused;
        });
    return false;
  }

  @Override
  public void opened(long version) {
    answer(
        () ->
            goesOn(
                Response.newBuilder()
                    .setSnapshot(SnapshotOpened.newBuilder().setVersion(version))));
  }

  @Override
  public void values(byte[][] values) {
    long bytes = 0;
    for (byte[] value : values) {
      bytes += Requests.VALUE_BYTES + (value == null ? 0 : value.length);
    }
    if (!hasRoomFor(bytes)) {
      return;
    }
    answer(() -> goesOn(Response.newBuilder().setValues(StepMessages.values(values))));
  }

  @Override
  public void scanned(ScannedEntries entries) {
    if (entries.valueBytes() > MAX_SCANNED_BYTES) {
      refused(
          new YardmasterException(
              ErrorCode.MESSAGE_TOO_LARGE,
              "the entries of a scan may have at most " + MAX_SCANNED_BYTES + " bytes",
              "length",
              entries.valueBytes() + " bytes"));
      return;
    }
    if (!hasRoomFor(entries.valueBytes() + (long) Requests.VALUE_BYTES * entries.size())) {
      return;
    }
    answer(() -> goesOn(Response.newBuilder().setEntries(ScanMessages.of(entries))));
  }

  @Override
  public void refused(YardmasterException error) {
    answer(() -> goesOn(Response.newBuilder().setRefused(ErrorMessages.of(error))));
  }

  @Override
  public void restarted(int restarts, ConflictReport lastConflict) {
    held.keep(OpenTransactions.TRANSACTION_BYTES);
    answer(
        () -> {
          RequestAudit.restart(event);
          TransactionSpans.restart(span);
          return goesOn(
              Response.newBuilder().setRestart(StepMessages.restart(restarts, lastConflict)));
        });
  }

  @Override
  public void ended(Outcome<Object> ended) {
    answer(
        () -> {
          // The outcome stays available for a step that the client requested while the transaction
          // ended.
          if (outcome == null) {
            outcome = ended;
            held.close();
            owner.ended(event, ended, snapshot != null);
            endSpan(ended);
          }
          return requestId == NONE ? null : outcomeResponse();
        });
  }

  private void endSpan(Outcome<Object> ended) {
    if (isGivenUp && ended instanceof Outcome.Rejected) {
      TransactionSpans.abandoned(span);
    } else {
      TransactionSpans.end(span, ended);
    }
  }

  // The event loop calls the following methods.

  private Response goesOn(Response.Builder response) {
    long request = requestId;
    requestId = NONE;
    if (owner.isClosed()) {
      transaction.abandon();
    }
    return response.setRequestId(request).build();
  }

  private Response outcomeResponse() {
    if (requestId == NONE) {
      return null;
    }
    owner.forget(number);
    long request = requestId;
    requestId = NONE;
    if (isExpired && !(outcome instanceof Outcome.Committed)) {
      return Response.newBuilder()
          .setRequestId(request)
          .setRejected(ErrorMessages.of(owner.expired(number)))
          .build();
    }
    return OutcomeMessages.of(
        request, outcome, (value, message) -> message.setResult(StepMessages.encoded(value)));
  }
}
