package dev.yardmaster.client;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.OutcomeStage;
import dev.yardmaster.client.connection.ClientConnection;
import dev.yardmaster.client.connection.ConnectionPool;
import dev.yardmaster.client.connection.Exchange;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A transaction that is one message, with its attempts, until it has its outcome. One thread at a
 * time: the submitting one, then event loops.
 */
final class Submission<R> implements Exchange, ClientState.Held {

  /** Makes the message of an attempt. */
  @FunctionalInterface
  interface Message {

    /**
     * A request.
     *
     * @param leftMs what is left of the transaction's time
     */
    Request of(long requestId, long leftMs);
  }

  private final ClientState client;
  private final RetryState attempts;
  private final Message message;
  private final Function<Response, Outcome<R>> reader;
  private final boolean commits;
  private final OutcomeStage<R> stage = new OutcomeStage<>();

  /**
   * A submission that is not begun.
   *
   * @param commits whether an attempt that was lost may have taken place
   */
  Submission(
      ClientState client,
      RetryState attempts,
      Message message,
      Function<Response, Outcome<R>> reader,
      boolean commits) {
    this.client = client;
    this.attempts = attempts;
    this.message = message;
    this.reader = reader;
    this.commits = commits;
  }

  CompletionStage<Outcome<R>> stage() {
    return stage;
  }

  /** Sends it, or finds that it has to wait. */
  void attempt() {
    if (client.isClosed()) {
      endWith(ClientState.closed());
      return;
    }
    if (attempts.leftMs() == 0) {
      timedOut();
      return;
    }
    ClientConnection connection = client.pool().pick();
    if (connection == null) {
      failed(client.pool().failure());
    } else if (!connection.submit(this)) {
      failed(
          new YardmasterException(
              ErrorCode.OVERLOADED, "too many requests wait at the client's connection"));
    }
  }

  private void nextAttempt() {
    // Otherwise it was ended while it waited.
    if (client.goesOn(this)) {
      attempt();
    }
  }

  @Override
  public Request request(long requestId) {
    return message.of(requestId, attempts.leftMs());
  }

  @Override
  public long deadlineNs() {
    return attempts.deadlineNs();
  }

  @Override
  public void answered(Response response) {
    Outcome<R> outcome;
    try {
      outcome = reader.apply(response);
    } catch (RuntimeException error) { // whatever a server may send
      // It was answered, and what was answered cannot be understood: nobody can say what it was.
      end(new Outcome.Unknown<>(unknown(notUnderstood(error))));
      return;
    }
    switch (attempts.answered(outcome)) {
      case SETTLED -> end(outcome);
      case TRY_AGAIN -> failed(outcome.error());
      case OPEN -> endWith(outcome.error());
    }
  }

  /** What is wrong with an answer that cannot be read. */
  static YardmasterException notUnderstood(RuntimeException thrown) {
    return thrown instanceof YardmasterException error
        ? error
        : new YardmasterException(
            ErrorCode.BAD_MESSAGE,
            "the answer cannot be understood",
            thrown,
            "reason",
            String.valueOf(thrown.getMessage()));
  }

  @Override
  public void notSent(YardmasterException why) {
    if (why.code() == ErrorCode.MESSAGE_TOO_LARGE) {
      endWith(why);
    } else {
      failed(why);
    }
  }

  @Override
  public void lost(YardmasterException why) {
    if (attempts.lost(commits)) {
      failed(why);
    } else {
      endWith(why);
    }
  }

  private void failed(YardmasterException error) {
    if (ConnectionPool.isFinal(error)) {
      endWith(error);
      return;
    }
    long waitMs = attempts.next(error);
    if (waitMs == RetryState.NO_MORE) {
      endWith(error);
      return;
    }
    if (client.waits(this)) {
      client.time().later(this::nextAttempt, waitMs, TimeUnit.MILLISECONDS);
    } else {
      endWith(ClientState.closed());
    }
  }

  private void timedOut() {
    if (attempts.mayHaveTakenPlace()) {
      endWith(new YardmasterException(ErrorCode.UNAVAILABLE, "the transaction's time is over"));
    } else {
      end(
          new Outcome.Aborted<>(
              AbortCause.TIMEOUT, "the transaction's timeout passed at the client", 0, null));
    }
  }

  @Override
  public void endWith(YardmasterException error) {
    end(
        attempts.mayHaveTakenPlace()
            ? new Outcome.Unknown<>(unknown(error))
            : new Outcome.Rejected<>(error));
  }

  /** The error of a transaction of which nobody can say here whether it took place. */
  static YardmasterException unknown(YardmasterException why) {
    if (why.code() == ErrorCode.OUTCOME_UNKNOWN) {
      return why;
    }
    return new YardmasterException(
        ErrorCode.OUTCOME_UNKNOWN,
        "the connection ended while the transaction was under way; the status of its id, if it has"
            + " one, tells",
        why,
        "ended",
        String.valueOf(why.getMessage()));
  }

  private void end(Outcome<R> outcome) {
    client.ended();
    stage.end(outcome);
  }
}
