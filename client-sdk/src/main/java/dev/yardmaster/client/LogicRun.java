package dev.yardmaster.client;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.InteractiveTransaction;
import dev.yardmaster.client.Conversation.Reply;
import dev.yardmaster.client.connection.ClientConnection;
import dev.yardmaster.client.connection.ConnectionPool;
import dev.yardmaster.client.wire.schema.Step;
import dev.yardmaster.client.wire.schema.Welcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** A transaction whose logic runs on its caller's thread, which waits for each reply. */
final class LogicRun<R> {

  private final ClientState client;
  private final TransactionLogic<R> logic;
  private final TransactionOptions options;
  private final Attempts attempts;
  private Conversation conversation;

  /** What ended the run while the logic was at work, which is not told to the logic. */
  private Reply broken;

  private boolean committing;
  private boolean interrupted;

  LogicRun(ClientState client, TransactionLogic<R> logic, TransactionOptions options) {
    this.client = client;
    this.logic = logic;
    this.options = options;
    this.attempts = client.attempts("", options);
  }

  /** Runs it until it has its outcome. */
  Outcome<R> run() {
    try {
      while (true) {
        Outcome<R> outcome = attempt();
        if (outcome != null) {
          return outcome;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** One attempt over one connection; null if another is to follow. */
  private Outcome<R> attempt() {
    if (client.isClosed()) {
      return endWith(ClientState.closed());
    }
    if (attempts.leftMs() == 0) {
      return timedOut();
    }
    ClientConnection connection = client.pool().pick();
    if (connection == null) {
      return failed(client.pool().failure());
    }
    conversation = new Conversation(connection, options, attempts);
    Outcome<R> outcome;
    try {
      do {
        broken = null;
        outcome = runOnce(client.pool().welcome());
      } while (outcome == null && broken instanceof Reply.Restarted);
    } finally {
      conversation.abandon();
    }
    return outcome != null ? outcome : failed(broken);
  }

  private Outcome<R> failed(Reply reply) {
    if (reply instanceof Reply.Lost lost) {
      return attempts.lost(committing) ? failed(lost.why()) : endWith(lost.why());
    }
    YardmasterException why = ((Reply.NotSent) reply).why();
    return why.code() == ErrorCode.MESSAGE_TOO_LARGE ? endWith(why) : failed(why);
  }

  /** Runs the logic once; null if {@link #broken} says how it went. */
  private Outcome<R> runOnce(Welcome limits) {
    if (options.id() != null) {
      Reply first = step(LogicMessages.read(List.of()));
      if (!(first instanceof Reply.Values)) {
        return ended(first, null, null);
      }
    }
    InteractiveTransaction transaction =
        new InteractiveTransaction(this::values, limits.getMaxKeys(), limits.getMaxValueBytes());
    R result = null;
    Throwable thrown = null;
    try {
      result = logic.run(transaction);
    } catch (Throwable caught) {
      thrown = caught;
    } finally {
      transaction.end();
    }
    if (broken != null) {
      return ended(broken, null, null);
    }
    if (interrupted) {
      return givenUp();
    }
    Throwable failure = transaction.failure(thrown);
    Step.Builder last =
        failure != null
            ? LogicMessages.fail(failure)
            : options.id() == null
                ? LogicMessages.commit(transaction.writes())
                : LogicMessages.commit(transaction.writes(), result);
    committing = failure == null || options.id() != null;
    return ended(step(last), result, failure);
  }

  private Outcome<R> ended(Reply reply, R result, Throwable thrown) {
    if (reply instanceof Reply.Ended ended) {
      Outcome<byte[]> outcome = ended.outcome();
      if (outcome instanceof Outcome.Rejected<byte[]> rejected
          && Attempts.isPassing(rejected.error())) {
        return failed(rejected.error());
      }
      if (attempts.mayHaveTakenPlace()
          && outcome instanceof Outcome.Aborted<byte[]> aborted
          && aborted.cause() != AbortCause.USER) {
        return failed(aborted.error());
      }
      return LogicMessages.outcome(outcome, result, thrown, options.id() != null);
    }
    if (reply == null) {
      return givenUp();
    }
    if (reply instanceof Reply.Refused refused) {
      return new Outcome.Rejected<>(refused.error());
    }
    broken = reply;
    return null;
  }

  /** What logic's reads come to. */
  private byte[][] values(List<Key> keys) {
    Reply reply = broken != null || interrupted ? null : step(LogicMessages.read(keys));
    if (reply instanceof Reply.Values values) {
      return values.values();
    }
    if (reply instanceof Reply.Refused refused) {
      throw refused.error();
    }
    if (reply != null) {
      broken = reply;
    }
    throw new YardmasterException(
        ErrorCode.TRANSACTION_OVER, "the transaction has ended", "key", keys.get(0));
  }

  /** Takes a step and waits for its reply; null if the thread was interrupted meanwhile. */
  private Reply step(Step.Builder step) {
    CompletableFuture<Reply> reply = conversation.step(step);
    if (reply == null) {
      return new Reply.NotSent(
          new YardmasterException(
              ErrorCode.OVERLOADED, "too many requests wait at the client's connection"));
    }
    while (true) {
      try {
        return reply.get();
      } catch (InterruptedException e) {
        interrupted = true;
        if (!committing) {
          return null;
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("a reply is a value", e);
      }
    }
  }

  private Outcome<R> failed(YardmasterException error) {
    long waitMs = ConnectionPool.isFinal(error) ? Attempts.NO_MORE : attempts.next(error);
    if (waitMs == Attempts.NO_MORE) {
      return endWith(error);
    }
    CompletableFuture<Void> over = new CompletableFuture<>();
    client.time().later(() -> over.complete(null), waitMs, TimeUnit.MILLISECONDS);
    try {
      while (!client.isClosed() && !over.isDone()) {
        // The bound is for the end of the client, which does not wake anybody up.
        over.copy().completeOnTimeout(null, 50, TimeUnit.MILLISECONDS).get();
      }
      return null;
    } catch (InterruptedException e) {
      interrupted = true;
      return givenUp();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a wait has no failure", e);
    }
  }

  private Outcome<R> givenUp() {
    return endWith(
        new YardmasterException(
            ErrorCode.INTERRUPTED, "the thread was interrupted before the transaction's commit"));
  }

  private Outcome<R> timedOut() {
    return attempts.mayHaveTakenPlace()
        ? endWith(new YardmasterException(ErrorCode.UNAVAILABLE, "the transaction's time is over"))
        : new Outcome.Aborted<>(
            AbortCause.TIMEOUT, "the transaction's timeout passed at the client", 0, null);
  }

  private Outcome<R> endWith(YardmasterException error) {
    return attempts.mayHaveTakenPlace()
        ? new Outcome.Unknown<>(Submission.unknown(error))
        : new Outcome.Rejected<>(error);
  }
}
