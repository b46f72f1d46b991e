package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.RemoteTransaction.Reply;
import dev.yardmaster.wire.schema.Step;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/**
 * The state machine of interactive logic, both blocking and non-blocking. A transition happens when
 * a reply to a step arrives, or when a run of the logic ends. Only one thread at a time may use the
 * object.
 */
@NullUnmarked // Internal: fields and results may be null.
final class LogicStateMachine<R> {

  /** The next action. */
  sealed interface Next<R> {

    /** The transaction has its outcome. */
    record End<R>(Outcome<R> outcome) implements Next<R> {}

    /** The logic must run again, in the same remote transaction. */
    record RunAgain<R>() implements Next<R> {}

    /** The transaction needs another attempt, in another remote transaction. */
    record AttemptAgain<R>(long waitMs) implements Next<R> {}
  }

  private final ClientState client;
  private final TransactionOptions options;
  private final RetryState attempts;

  LogicStateMachine(ClientState client, TransactionOptions options, RetryState attempts) {
    this.client = client;
    this.options = options;
    this.attempts = attempts;
  }

  RetryState attempts() {
    return attempts;
  }

  /**
   * Returns whether the transaction has an id, so that the server keeps its outcome. If so, the
   * server may already have an outcome before the logic runs.
   */
  boolean isKept() {
    return options.id() != null;
  }

  /**
   * Returns null if the transaction may make another attempt; otherwise returns the action that
   * replaces the attempt.
   */
  Next<R> beforeAttempt() {
    if (client.isClosed()) {
      return new Next.End<>(endWith(ClientState.closed()));
    }
    return attempts.leftMs() == 0 ? new Next.End<>(timedOut()) : null;
  }

  /** Creates the step that ends a run with the run's result or failure. */
  Step.Builder lastStep(Map<Key, byte[]> writes, R result, Throwable failure) {
    if (failure != null) {
      return LogicMessages.fail(failure);
    }
    return isKept() ? LogicMessages.commit(writes, result) : LogicMessages.commit(writes);
  }

  /**
   * Returns whether the last step of a run may have an effect at the server even if its reply is
   * lost. This is the case if the server keeps the outcome, or if the run writes.
   */
  boolean isCommit(Map<Key, byte[]> writes, Throwable failure) {
    return isKept() || (failure == null && !writes.isEmpty());
  }

  /**
   * Returns the next action after a reply without values.
   *
   * @param commits whether the step may have had an effect at the server even if its reply was lost
   * @param result the result of the run at the client
   * @param failure the failure of the run at the client, or null
   */
  Next<R> after(Reply reply, boolean commits, R result, Throwable failure) {
    if (reply instanceof Reply.Restarted) {
      return new Next.RunAgain<>();
    }
    if (reply instanceof Reply.Ended ended) {
      try {
        return after(ended.outcome(), result, failure);
        // Decoding may throw any exception, because a kept result may have any type.
      } catch (RuntimeException error) {
        attempts.lost(true);
        return new Next.End<>(endWith(Submission.notUnderstood(error)));
      }
    }
    if (reply instanceof Reply.Refused refused) {
      return new Next.End<>(endWith(refused.error()));
    }
    if (reply instanceof Reply.Lost lost) {
      return attempts.lost(commits) ? failed(lost.why()) : new Next.End<>(endWith(lost.why()));
    }
    if (reply instanceof Reply.NotExecuted notExecuted) {
      return notExecuted.why().code() == ErrorCode.MESSAGE_TOO_LARGE
          ? new Next.End<>(endWith(notExecuted.why()))
          : failed(notExecuted.why());
    }
    throw new IllegalStateException("values end no run");
  }

  private Next<R> after(Outcome<byte[]> outcome, R result, Throwable failure) {
    return switch (attempts.answered(outcome)) {
      case SETTLED -> new Next.End<>(LogicMessages.outcome(outcome, result, failure, isKept()));
      case TRY_AGAIN -> failed(outcome.error());
      case OPEN -> new Next.End<>(endWith(outcome.error()));
    };
  }

  /** Returns the next action after a failed attempt. */
  Next<R> failed(YardmasterException error) {
    long waitMs = RetryState.isFinal(error) ? RetryState.NO_MORE : attempts.next(error);
    return waitMs == RetryState.NO_MORE
        ? new Next.End<>(endWith(error))
        : new Next.AttemptAgain<>(waitMs);
  }

  /** Returns the outcome of a transaction whose deadline has passed. */
  Outcome<R> timedOut() {
    return attempts.timedOut();
  }

  /** Returns the outcome of a transaction that ends with an error and without another attempt. */
  Outcome<R> endWith(YardmasterException error) {
    return attempts.endedWith(error);
  }
}
