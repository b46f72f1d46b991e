package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.InteractiveTransaction;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.client.LogicStateMachine.Next;
import dev.yardmaster.client.RemoteTransaction.Reply;
import dev.yardmaster.client.connection.ClientConnection;
import dev.yardmaster.wire.schema.Step;
import dev.yardmaster.wire.schema.Welcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.NullUnmarked;

/**
 * A transaction whose logic runs on the caller's thread. The caller's thread waits for each reply
 * of the server.
 */
@NullUnmarked // Internal: fields and results may be null.
final class LogicRun<R> {

  private final ClientState client;
  private final TransactionLogic<R> logic;
  private final TransactionOptions options;
  private final LogicStateMachine<R> machine;
  private final StepReads reads = new StepReads();
  private RemoteTransaction remote;

  /**
   * A reply that ended the run early, while the logic was still running. This field stores the
   * reply, because the logic gets only an exception.
   */
  private Reply broken;

  private boolean committing;
  private boolean interrupted;

  LogicRun(ClientState client, TransactionLogic<R> logic, TransactionOptions options) {
    this.client = client;
    this.logic = logic;
    this.options = options;
    this.machine = new LogicStateMachine<>(client, options, client.attempts("", options));
  }

  /** Runs the transaction until it has its outcome. */
  Outcome<R> run() {
    try {
      while (true) {
        Next<R> next = attempt();
        if (next instanceof Next.End<R> end) {
          return end.outcome();
        }
        if (next instanceof Next.AttemptAgain<R> again && !pause(again.waitMs())) {
          return interruption();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Makes one attempt, over one connection. */
  private Next<R> attempt() {
    Next<R> over = machine.beforeAttempt();
    if (over != null) {
      return over;
    }
    ClientConnection connection = client.pick(machine.attempts());
    if (connection == null) {
      return machine.failed(client.pool().failure());
    }
    remote = new RemoteTransaction(connection, options, machine.attempts());
    try {
      Next<R> next;
      do {
        next = runOnce(client.pool().welcome());
      } while (next instanceof Next.RunAgain<R>);
      return next;
    } finally {
      var unused = remote.abandon();
    }
  }

  @SuppressWarnings("unchecked") // The logic returns results of type R.
  private Next<R> runOnce(Welcome limits) {
    broken = null;
    committing = false;
    if (machine.isKept()) {
      Reply first = step(LogicMessages.read(List.of()));
      if (!(first instanceof Reply.Values)) {
        return after(first, null, null);
      }
    }
    InteractiveTransaction transaction =
        new InteractiveTransaction(reads, limits.getMaxKeys(), limits.getMaxValueBytes());
    transaction.run(logic);
    if (broken != null || interrupted) {
      return after(broken, null, null);
    }
    R result = (R) transaction.result();
    Throwable failure = transaction.failure();
    Step.Builder last = machine.lastStep(transaction.writes(), result, failure);
    committing = machine.isCommit(transaction.writes(), failure);
    return after(step(last), result, failure);
  }

  /** Returns the next action after a reply. A null reply means that the thread was interrupted. */
  private Next<R> after(Reply reply, R result, Throwable failure) {
    return reply == null
        ? new Next.End<>(interruption())
        : machine.after(reply, committing, result, failure);
  }

  /** The source of the values that the logic reads. */
  private final class StepReads implements InteractiveTransaction.Source {

    @Override
    public byte[][] values(List<Key> keys) {
      Reply reply = read(LogicMessages.read(keys), keys.get(0));
      if (reply instanceof Reply.Values values) {
        return values.values();
      }
      throw ended(reply, keys.get(0));
    }

    @Override
    public ScannedEntries scan(Scan scan) {
      Reply reply = read(LogicMessages.scan(scan), scan.from());
      if (reply instanceof Reply.Scanned scanned) {
        return scanned.entries();
      }
      throw ended(reply, scan.from());
    }

    private Reply read(Step.Builder asking, Key first) {
      if (broken != null || interrupted) {
        throw ended(null, first);
      }
      return step(asking);
    }

    /** Returns the error that a read of the logic throws if the reply contains no values. */
    private YardmasterException ended(Reply reply, Key key) {
      if (reply instanceof Reply.Refused refused) {
        return refused.error();
      }
      if (reply != null) {
        broken = reply;
      }
      return Failures.over(key);
    }
  }

  /**
   * Sends a step and waits for its reply. Returns null if the thread was interrupted before or
   * during the wait.
   */
  private Reply step(Step.Builder step) {
    // The interrupt is checked here, because the wait does not check it if the reply has already
    // arrived.
    if (Thread.interrupted()) {
      interrupted = true;
      return null;
    }
    CompletableFuture<Reply> reply = remote.step(step);
    while (true) {
      try {
        client.transport().await(reply, Long.MAX_VALUE);
        return reply.join();
      } catch (InterruptedException e) {
        interrupted = true;
        if (!committing) {
          return null;
        }
      }
    }
  }

  /**
   * Waits until the time of the next attempt. Returns false if the thread was interrupted during
   * the wait.
   */
  private boolean pause(long waitMs) {
    CompletableFuture<Void> over = client.pause(machine.attempts(), waitMs);
    try {
      while (!over.isDone()) {
        client.transport().await(over, Long.MAX_VALUE);
      }
      return true;
    } catch (InterruptedException e) {
      interrupted = true;
      return false;
    }
  }

  private Outcome<R> interruption() {
    return machine.endWith(
        new YardmasterException(
            ErrorCode.INTERRUPTED, "the thread was interrupted before the transaction's commit"));
  }
}
