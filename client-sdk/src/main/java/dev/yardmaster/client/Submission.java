package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.OutcomeStage;
import dev.yardmaster.client.connection.ClientConnection;
import dev.yardmaster.client.connection.Exchange;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A transaction that the client sends as a single message. The object makes attempts until the
 * transaction has its outcome. One thread at a time uses the object: first the submitting thread,
 * then event loops.
 */
final class Submission<R> implements Exchange {

  /** Creates the message of an attempt. */
  @FunctionalInterface
  interface Message {

    /**
     * Returns the request of an attempt.
     *
     * @param leftMs the transaction's remaining time, in ms, 1 or more
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
   * Creates a submission that has made no attempt yet.
   *
   * @param commits whether a lost attempt may have committed
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

  /** Sends the transaction. If sending fails, the transaction waits for a retry or ends. */
  void attempt() {
    if (client.isClosed()) {
      endWith(ClientState.closed());
      return;
    }
    if (attempts.leftMs() == 0) {
      end(attempts.timedOut());
      return;
    }
    ClientConnection connection = client.pick(attempts);
    if (connection == null) {
      failed(client.pool().failure());
    } else if (!connection.submit(this)) {
      failed(ClientConnection.overloaded());
    }
  }

  @Override
  public Request request(long requestId) {
    // The deadline may have passed since the attempt checked it. A server refuses a time of 0.
    return message.of(requestId, Math.max(1, attempts.leftMs()));
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
    } catch (RuntimeException error) { // A server may send any bytes, so decoding may throw.
      // The server has answered, but the client cannot decode the outcome, so the outcome remains
      // unknown.
      end(new Outcome.Unknown<>(unknown(notUnderstood(error))));
      return;
    }
    switch (attempts.answered(outcome)) {
      case SETTLED -> end(outcome);
      case TRY_AGAIN -> failed(outcome.error());
      case OPEN -> endWith(outcome.error());
    }
  }

  /** Returns the error for an answer that cannot be decoded. */
  static YardmasterException notUnderstood(RuntimeException thrown) {
    return thrown instanceof YardmasterException error
        ? error
        : new YardmasterException(
            ErrorCode.BAD_MESSAGE,
            "the answer cannot be decoded",
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
    if (RetryState.isFinal(error)) {
      endWith(error);
      return;
    }
    long waitMs = attempts.next(error);
    if (waitMs == RetryState.NO_MORE) {
      endWith(error);
      return;
    }
    client.later(attempts, waitMs, this::attempt);
  }

  private void endWith(YardmasterException error) {
    end(attempts.endedWith(error));
  }

  /** Returns the error for a transaction if it is unknown whether the transaction committed. */
  static YardmasterException unknown(YardmasterException why) {
    if (why.code() == ErrorCode.OUTCOME_UNKNOWN) {
      return why;
    }
    return new YardmasterException(
        ErrorCode.OUTCOME_UNKNOWN,
        "the connection ended while the transaction was under way; query the status of its id, if"
            + " it has one",
        why,
        "ended",
        String.valueOf(why.getMessage()));
  }

  private void end(Outcome<R> outcome) {
    client.ended(outcome);
    stage.end(outcome);
  }
}
