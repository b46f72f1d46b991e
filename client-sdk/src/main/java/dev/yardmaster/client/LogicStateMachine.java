package dev.yardmaster.client;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.RemoteTransaction.Reply;
import dev.yardmaster.client.connection.ConnectionPool;
import dev.yardmaster.wire.schema.Step;
import java.util.Map;

/**
 * What follows from what: of interactive logic, the replies to its steps and the end of its runs,
 * whether it waits for them or not. For one thread at a time.
 */
final class LogicStateMachine<R> {

  /** What is to be done next. */
  sealed interface Next<R> {

    /** It has its outcome. */
    record End<R>(Outcome<R> outcome) implements Next<R> {}

    /** The logic is to be run again, in the same remote transaction. */
    record RunAgain<R>() implements Next<R> {}

    /** Another attempt is to follow, by another remote transaction. */
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

  /** Whether the transaction's outcome is kept, and may be known before its logic runs. */
  boolean isKept() {
    return options.id() != null;
  }

  /** Why no attempt may be made; null if one may. */
  Next<R> beforeAttempt() {
    if (client.isClosed()) {
      return new Next.End<>(endWith(ClientState.closed()));
    }
    return attempts.leftMs() == 0 ? new Next.End<>(timedOut()) : null;
  }

  /** The step that ends a run, which came to a result or to a failure. */
  Step.Builder lastStep(Map<Key, byte[]> writes, R result, Throwable failure) {
    if (failure != null) {
      return LogicMessages.fail(failure);
    }
    return isKept() ? LogicMessages.commit(writes, result) : LogicMessages.commit(writes);
  }

  /**
   * Whether a run's last step may take place without our hearing of it: it is kept, or it writes.
   */
  boolean isCommit(Map<Key, byte[]> writes, Throwable failure) {
    return isKept() || (failure == null && !writes.isEmpty());
  }

  /**
   * What follows a reply that is not of values.
   *
   * @param commits whether it is the reply to a step that may take place unheard
   * @param result what the run came to here
   * @param failure what ended the run here, or null
   */
  Next<R> after(Reply reply, boolean commits, R result, Throwable failure) {
    if (reply instanceof Reply.Restarted) {
      return new Next.RunAgain<>();
    }
    if (reply instanceof Reply.Ended ended) {
      try {
        return after(ended.outcome(), result, failure);
      } catch (RuntimeException error) { // a kept result may be of any type
        attempts.lost(true);
        return new Next.End<>(endWith(Submission.notUnderstood(error)));
      }
    }
    if (reply instanceof Reply.Refused refused) {
      return RetryState.isPassing(refused.error())
          ? failed(refused.error())
          : new Next.End<>(endWith(refused.error()));
    }
    if (reply instanceof Reply.Lost lost) {
      return attempts.lost(commits) ? failed(lost.why()) : new Next.End<>(endWith(lost.why()));
    }
    if (reply instanceof Reply.NotSent notSent) {
      return notSent.why().code() == ErrorCode.MESSAGE_TOO_LARGE
          ? new Next.End<>(endWith(notSent.why()))
          : failed(notSent.why());
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

  /** What follows an attempt that came to nothing. */
  Next<R> failed(YardmasterException error) {
    long waitMs = ConnectionPool.isFinal(error) ? RetryState.NO_MORE : attempts.next(error);
    return waitMs == RetryState.NO_MORE
        ? new Next.End<>(endWith(error))
        : new Next.AttemptAgain<>(waitMs);
  }

  /** The outcome once there is no time left. */
  Outcome<R> timedOut() {
    return attempts.mayHaveTakenPlace()
        ? endWith(new YardmasterException(ErrorCode.UNAVAILABLE, "the transaction's time is over"))
        : new Outcome.Aborted<>(
            AbortCause.TIMEOUT, "the transaction's timeout passed at the client", 0, null);
  }

  /** The outcome if an error is the last word. */
  Outcome<R> endWith(YardmasterException error) {
    return attempts.mayHaveTakenPlace()
        ? new Outcome.Unknown<>(Submission.unknown(error))
        : new Outcome.Rejected<>(error);
  }
}
