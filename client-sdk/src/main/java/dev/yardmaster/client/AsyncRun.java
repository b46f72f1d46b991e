package dev.yardmaster.client;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.OutcomeStage;
import dev.yardmaster.client.LogicStateMachine.Next;
import dev.yardmaster.client.RemoteTransaction.Reply;
import dev.yardmaster.client.connection.ClientConnection;
import dev.yardmaster.logging.Loggers;
import dev.yardmaster.wire.schema.Step;
import dev.yardmaster.wire.schema.Welcome;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.slf4j.Logger;

/**
 * A transaction with logic that does not block. No attempt of the transaction occupies a thread. At
 * any time, the run has one holder: the logic, the remote transaction, or a wait for the next
 * attempt. To continue the run, a thread takes the run from its holder, with compare-and-set.
 */
@NullUnmarked // Internal: fields and results may be null.
final class AsyncRun<R> implements ClientState.Held {

  private static final Logger LOG = Loggers.of(AsyncRun.class);

  private enum Hands {
    REMOTE,
    LOGIC,
    WAIT,
    NOBODY
  }

  private final ClientState client;
  private final AsyncLogic<R> logic;
  private final TransactionOptions options;
  private final LogicStateMachine<R> machine;
  private final boolean runsAtOnce;
  private final OutcomeStage<R> stage = new OutcomeStage<>();

  @Shared(
      writers =
          "the thread that removes the run from its holder: the thread that completes the logic's"
              + " stage, an event loop, the clock's thread, or the closing thread",
      readers = "the same",
      access =
          "compare-and-set; the thread that succeeds owns the run's other fields. Only the event"
              + " loop of the remote transaction removes the run from it")
  private final AtomicReference<Hands> hands = new AtomicReference<>(Hands.WAIT);

  @Shared(
      writers = "the thread that owns the run",
      readers = "the same",
      access = "volatile; ordered by the field hands")
  private volatile RemoteTransaction remote;

  @Shared(
      writers = "the thread that owns the run",
      readers = "the same",
      access = "volatile; ordered by the field hands")
  private volatile BufferedAsyncTransaction transaction;

  @Shared(
      writers = "the thread that owns the run",
      readers = "the same",
      access = "volatile; ordered by the field hands")
  private volatile boolean committing;

  /**
   * Creates a run that has not begun. The caller has already counted it as an outstanding
   * transaction.
   *
   * @param runsAtOnce whether the first attempt runs the logic immediately, before the client knows
   *     whether the server already keeps an outcome under the id
   */
  AsyncRun(
      ClientState client,
      AsyncLogic<R> logic,
      TransactionOptions options,
      RetryState attempts,
      boolean runsAtOnce) {
    this.client = client;
    this.logic = logic;
    this.options = options;
    this.machine = new LogicStateMachine<>(client, options, attempts);
    this.runsAtOnce = runsAtOnce;
  }

  /**
   * The timer task for the deadline of a run. The clock keeps this task until the deadline. So the
   * task drops its reference to the run when the run ends.
   */
  private static final class Deadline implements Runnable {

    @Shared(
        writers = "the thread that ends the run, which clears it",
        readers = "the clock's thread",
        access = "volatile")
    private final AtomicReference<AsyncRun<?>> run;

    Deadline(AsyncRun<?> run) {
      this.run = new AtomicReference<>(run);
      // Drops the reference to the run, so that the clock does not keep an ended run in memory.
      var unused = run.stage.thenRun(() -> this.run.set(null));
    }

    @Override
    public void run() {
      AsyncRun<?> late = run.get();
      if (late != null) {
        late.guarded(late::timeOut);
      }
    }
  }

  CompletionStage<Outcome<R>> stage() {
    return stage;
  }

  /** Starts the first attempt. */
  void begin() {
    client.runs(this);
    client
        .time()
        .later(new Deadline(this), options.timeout().toMillis() + 1, TimeUnit.MILLISECONDS);
    attempt();
  }

  private void attempt() {
    if (hands.compareAndSet(Hands.WAIT, Hands.REMOTE)) {
      guarded(this::converse);
    }
  }

  /**
   * Runs a part of the transaction's code. If the code throws an exception, this method ends the
   * transaction, because no other code handles the exception.
   */
  private void guarded(Runnable part) {
    try {
      part.run();
    } catch (Throwable thrown) { // Any failure must end the transaction.
      LOG.error("a transaction's run failed", thrown);
      if (committing) {
        machine.attempts().lost(true);
      }
      end(machine.endWith(failed(thrown)));
    }
  }

  private <T> Consumer<T> guarded(Consumer<T> then) {
    return value -> guarded(() -> then.accept(value));
  }

  private static YardmasterException failed(Throwable thrown) {
    return thrown instanceof YardmasterException error
        ? error
        : new YardmasterException(
            ErrorCode.LOGIC_FAILED,
            "the transaction's run failed",
            thrown,
            "thrown",
            String.valueOf(thrown));
  }

  private void converse() {
    Next<R> over = machine.beforeAttempt();
    if (over != null) {
      follow(over);
      return;
    }
    ClientConnection connection = client.pick(machine.attempts());
    if (connection == null) {
      follow(machine.failed(client.pool().failure()));
      return;
    }
    remote = new RemoteTransaction(connection, options, machine.attempts());
    runOnce();
  }

  private void runOnce() {
    if (!machine.isKept() || runsAtOnce) {
      runLogic();
      return;
    }
    var unused =
        remote
            .step(LogicMessages.read(List.of()))
            .thenAccept(
                guarded(
                    first -> {
                      if (first instanceof Reply.Values) {
                        runLogic();
                      } else {
                        follow(machine.after(first, false, null, null));
                      }
                    }));
  }

  private void runLogic() {
    Welcome limits = client.pool().welcome();
    BufferedAsyncTransaction run =
        new BufferedAsyncTransaction(remote, limits.getMaxKeys(), limits.getMaxValueBytes());
    transaction = run;
    hands.set(Hands.LOGIC);
    if (machine.attempts().leftMs() == 0) {
      // The deadline may have passed while the remote transaction was the run's holder. The
      // deadline's task runs only once, so the deadline is checked here too.
      timeOut();
      return;
    }
    if (runsAtOnce) {
      run.begin();
    }
    CompletionStage<R> result;
    try {
      result = Objects.requireNonNull(logic.run(run), "the logic's stage");
    } catch (Throwable thrown) { // The logic may throw any exception or error.
      result = CompletableFuture.failedFuture(thrown);
    }
    var unused =
        result.handle(
            (value, thrown) -> {
              guarded(() -> ran(run, value, unwrapped(thrown)));
              return null;
            });
  }

  private static Throwable unwrapped(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }

  private void ran(BufferedAsyncTransaction run, R result, Throwable thrown) {
    if (hands.compareAndSet(Hands.LOGIC, Hands.REMOTE)) {
      var unused = run.end().thenAccept(guarded(broken -> finish(run, broken, result, thrown)));
    }
  }

  private void finish(BufferedAsyncTransaction run, Reply broken, R result, Throwable thrown) {
    if (broken != null) {
      follow(machine.after(broken, false, null, null));
      return;
    }
    Throwable failure = run.failure(thrown);
    Step.Builder last = machine.lastStep(run.writes(), result, failure);
    boolean commits = machine.isCommit(run.writes(), failure);
    committing = commits;
    var unused =
        remote
            .step(last)
            .thenAccept(
                guarded(
                    reply -> {
                      Next<R> next = machine.after(reply, commits, result, failure);
                      committing = false;
                      follow(next);
                    }));
  }

  private void follow(Next<R> next) {
    if (next instanceof Next.End<R> end) {
      end(end.outcome());
    } else if (next instanceof Next.AttemptAgain<R> again) {
      letGo();
      hands.set(Hands.WAIT);
      client.later(machine.attempts(), again.waitMs(), this::attempt);
    } else {
      runOnce();
    }
  }

  private void timeOut() {
    if (takenFromLogic()) {
      end(machine.timedOut());
    }
  }

  @Override
  public void endWith(YardmasterException error) {
    if (takenFromLogic() || hands.compareAndSet(Hands.WAIT, Hands.REMOTE)) {
      end(machine.endWith(error));
    }
  }

  private boolean takenFromLogic() {
    if (!hands.compareAndSet(Hands.LOGIC, Hands.REMOTE)) {
      return false;
    }
    var unused = transaction.end();
    return true;
  }

  private void letGo() {
    if (remote != null) {
      var unused = remote.abandon();
      remote = null;
    }
  }

  private void end(Outcome<R> outcome) {
    if (hands.getAndSet(Hands.NOBODY) == Hands.NOBODY) {
      return;
    }
    letGo();
    client.ran(this);
    client.ended(outcome);
    stage.end(outcome);
  }
}
