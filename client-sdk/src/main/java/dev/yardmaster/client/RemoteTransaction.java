package dev.yardmaster.client;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.client.connection.ClientConnection;
import dev.yardmaster.client.connection.Exchange;
import dev.yardmaster.wire.ErrorMessages;
import dev.yardmaster.wire.KeyMessages;
import dev.yardmaster.wire.OptionMessages;
import dev.yardmaster.wire.OutcomeMessages;
import dev.yardmaster.wire.ScanMessages;
import dev.yardmaster.wire.schema.Entries;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.SnapshotOpened;
import dev.yardmaster.wire.schema.Step;
import dev.yardmaster.wire.schema.Values;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.NullUnmarked;

/**
 * One attempt of an interactive transaction, over one connection. The attempt consists of steps,
 * and each step is sent only after the reply to the previous step. The thread that owns the run
 * sends the steps. Another thread may abandon the attempt.
 */
@Shared(
    writers = "the owner of the run; the clock's thread or a caller that abandons the transaction",
    readers = "the same",
    access = "guarded by this object's monitor")
@NullUnmarked // Internal: fields and results may be null.
final class RemoteTransaction {

  /** The result of a step. */
  sealed interface Reply {

    /** The values of the requested keys. */
    // The record has an array as a component, which is harmless because the records are never
    // compared.
    @SuppressWarnings("ArrayRecordComponent")
    record Values(byte[][] values) implements Reply {}

    /** The result of the scan. */
    record Scanned(ScannedEntries entries) implements Reply {}

    /** The snapshot is open. */
    record Opened(long version) implements Reply {}

    /** The step was refused, and the transaction continues. */
    record Refused(YardmasterException error) implements Reply {}

    /** A conflict discarded the run. */
    record Restarted(int restarts, ConflictReport lastConflict) implements Reply {}

    /** The transaction has its outcome. The value of a commit is still encoded. */
    record Ended(Outcome<byte[]> outcome) implements Reply {}

    /** The step was not executed, and the attempt ends. Another attempt may succeed. */
    record NotExecuted(YardmasterException why) implements Reply {}

    /** The step may have reached the server, but no reply will arrive. */
    record Lost(YardmasterException why) implements Reply {}
  }

  private final ClientConnection connection;
  private final long number;
  private final TransactionOptions options;
  private final RetryState attempts;
  private boolean begun;
  private boolean abandoned;
  private CompletableFuture<?> over = CompletableFuture.completedFuture(null);
  private CompletableFuture<Reply> last = CompletableFuture.completedFuture(null);

  RemoteTransaction(ClientConnection connection, TransactionOptions options, RetryState attempts) {
    this.connection = connection;
    this.number = connection.nextNumber();
    this.options = options;
    this.attempts = attempts;
  }

  /** Puts the transaction's number into a step, and sends the step. */
  synchronized CompletableFuture<Reply> step(Step.Builder step) {
    if (abandoned) {
      return CompletableFuture.completedFuture(
          new Reply.NotExecuted(
              new YardmasterException(
                  ErrorCode.UNAVAILABLE, "the transaction was abandoned before the step")));
    }
    step.setTransaction(number);
    boolean continues = begun;
    if (!begun) {
      begun = true;
      connection.remoteTransactionBegins();
      step.setOptions(OptionMessages.of(options, Math.max(1, attempts.leftMs())));
    }
    StepExchange exchange = new StepExchange(step.build(), continues);
    last = exchange.reply;
    if (!connection.submit(exchange)) {
      exchange.reply.complete(new Reply.NotExecuted(ClientConnection.overloaded()));
    }
    return exchange.reply;
  }

  /**
   * Abandons the transaction. If a step is in progress, the transaction is abandoned only after the
   * reply to this step has arrived. The returned future completes when the server has dropped the
   * transaction, or when no answer can arrive any more.
   */
  synchronized CompletableFuture<?> abandon() {
    if (begun && !abandoned) {
      over = last.thenCompose(this::abandonAfter);
    }
    abandoned = true;
    return over;
  }

  private CompletableFuture<Reply> abandonAfter(Reply reply) {
    CompletableFuture<Reply> answer = CompletableFuture.completedFuture(reply);
    if (!(reply instanceof Reply.Ended)) {
      StepExchange exchange =
          new StepExchange(Step.newBuilder().setTransaction(number).setAbandon(true).build(), true);
      answer = exchange.reply;
      connection.submitAnyway(exchange);
    }
    connection.remoteTransactionEnds();
    return answer;
  }

  private final class StepExchange implements Exchange {

    private final Step step;
    private final boolean continues;
    private final CompletableFuture<Reply> reply = new CompletableFuture<>();

    StepExchange(Step step, boolean continues) {
      this.step = step;
      this.continues = continues;
    }

    @Override
    public boolean continues() {
      return continues;
    }

    @Override
    public Request request(long requestId) {
      return Request.newBuilder().setRequestId(requestId).setStep(step).build();
    }

    @Override
    public long deadlineNs() {
      return attempts.deadlineNs();
    }

    @Override
    public void answered(Response response) {
      try {
        reply.complete(read(response));
      } catch (RuntimeException error) { // A server may send any bytes, so decoding may throw.
        reply.complete(new Reply.Lost(Submission.notUnderstood(error)));
      }
    }

    private Reply read(Response response) {
      return switch (response.getBodyCase()) {
        case VALUES -> values(response.getValues());
        case ENTRIES -> entries(response.getEntries());
        case SNAPSHOT -> opened(response.getSnapshot());
        case REFUSED -> refused(ErrorMessages.read(response.getRefused()));
        case RESTART ->
            new Reply.Restarted(
                response.getRestart().getRestarts(),
                response.getRestart().hasLastConflict()
                    ? OutcomeMessages.read(response.getRestart().getLastConflict())
                    : null);
        default -> new Reply.Ended(OutcomeMessages.read(response, OutcomeMessages::result));
      };
    }

    /**
     * Returns the reply for a refused step. If the reason is temporary, for example an overloaded
     * server, the attempt ends, because the logic cannot react to such an error.
     */
    private static Reply refused(YardmasterException error) {
      return RetryState.isPassing(error) ? new Reply.NotExecuted(error) : new Reply.Refused(error);
    }

    private Reply values(Values values) {
      if (!step.hasRead() || values.getValuesCount() != step.getRead().getKeysCount()) {
        throw ofAnother("values", values.getValuesCount());
      }
      return new Reply.Values(KeyMessages.readValues(values.getValuesList()));
    }

    private Reply entries(Entries entries) {
      if (!step.hasScan()) {
        throw ofAnother("entries", entries.getEntriesCount());
      }
      return new Reply.Scanned(ScanMessages.read(ScanMessages.read(step.getScan()), entries));
    }

    private Reply opened(SnapshotOpened snapshot) {
      if (!step.hasOpenSnapshot()) {
        throw ofAnother("snapshots", 1);
      }
      return new Reply.Opened(snapshot.getVersion());
    }

    private static YardmasterException ofAnother(String what, int count) {
      return new YardmasterException(
          ErrorCode.BAD_MESSAGE, "the answer is to another step", what, count);
    }

    @Override
    public void notSent(YardmasterException why) {
      reply.complete(new Reply.NotExecuted(why));
    }

    @Override
    public void lost(YardmasterException why) {
      reply.complete(new Reply.Lost(why));
    }
  }
}
