package dev.yardmaster.play.session;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A session of the prompt. The session runs one transaction at a time, and does not retry: after a
 * conflict, the user sees the report and decides what to do. Under a locking protocol, a step may
 * wait for another transaction. The prompt does not block in this case, and gets the reply later.
 *
 * <p>While a step is in progress, only the session's thread uses the transaction. Only the prompt's
 * thread calls the public methods.
 */
public final class Session {

  private static final TransactionOptions ONE_ATTEMPT =
      TransactionOptions.defaults().withMaxAttempts(1).withTimeout(Duration.ofDays(1));

  /** The errors of a step after which the transaction is still open. */
  private static final Set<ErrorCode> REFUSALS =
      Set.of(
          ErrorCode.BAD_KEY,
          ErrorCode.BAD_SCAN,
          ErrorCode.BAD_VALUE,
          ErrorCode.NOT_A_NUMBER,
          ErrorCode.TOO_MANY_KEYS,
          ErrorCode.VALUE_TOO_LARGE);

  private static final Step BEGIN = (transaction, accesses) -> "began";
  private static final Step COMMIT = (transaction, accesses) -> "";
  private static final Step ABORT = (transaction, accesses) -> "";

  private final String name;
  private final TransactionService service;

  /** The thread of the open transaction; null if no transaction is open. */
  private Thread thread;

  @Shared(
      writers = "the prompt's thread",
      readers = "the session's thread",
      access = "blocking queue; one step at a time")
  private BlockingQueue<Step> steps;

  @Shared(
      writers = "the session's thread",
      readers = "the prompt's thread",
      access = "blocking queue; a reply to each step, and the end of an interrupted transaction")
  private BlockingQueue<Reply> replies;

  private Accesses accesses;
  private String waiting;

  /** Creates a session without a transaction. */
  public Session(String name, TransactionService service) {
    this.name = name;
    this.service = service;
  }

  /** Returns the session's name. */
  public String name() {
    return name;
  }

  /** Returns whether a transaction is open. */
  public boolean isOpen() {
    return thread != null;
  }

  /** Returns the step whose reply has not arrived; empty if the session waits for no reply. */
  public Optional<String> waiting() {
    return Optional.ofNullable(waiting);
  }

  /**
   * Returns the accesses of the open transaction. The caller must not call this method while the
   * session waits for a reply.
   */
  public Accesses accesses() {
    return accesses;
  }

  /** Begins a transaction. The session must have no open transaction. */
  public void begin() {
    steps = new ArrayBlockingQueue<>(1);
    replies = new ArrayBlockingQueue<>(2);
    accesses = new Accesses();
    Run run = new Run(service, steps, replies, accesses);
    thread = new Thread(run, "play-session-" + name);
    thread.setDaemon(true);
    thread.start();
    request("begin", BEGIN);
  }

  /** Requests a step of the open transaction. */
  public void step(String line, Step step) {
    request(line, step);
  }

  /** Requests the commit of the open transaction. */
  public void commit() {
    request("commit", COMMIT);
  }

  /** Requests the abort of the open transaction. */
  public void abort() {
    request("abort", ABORT);
  }

  private void request(String line, Step step) {
    if (waiting != null) {
      throw new IllegalStateException("session " + name + " still waits for: " + waiting);
    }
    waiting = line;
    steps.add(step);
  }

  /**
   * Waits for the reply to the step in progress.
   *
   * @return the reply; empty if it did not arrive in the given time, in ns
   */
  public Optional<Reply> await(long timeoutNs) throws InterruptedException {
    Reply reply = replies.poll(timeoutNs, TimeUnit.NANOSECONDS);
    if (reply == null) {
      return Optional.empty();
    }
    waiting = null;
    if (reply instanceof Reply.Ended) {
      thread = null;
    }
    return Optional.of(reply);
  }

  /** Interrupts the session's thread, so that the open transaction ends without a commit. */
  public void interrupt() {
    if (thread != null) {
      thread.interrupt();
    }
  }

  /** The work of the session's thread: one transaction from its begin to its outcome. */
  @Shared(
      writers = "the prompt's thread; the session's thread",
      readers = "the same",
      access = "immutable references to the session's queues")
  private record Run(
      TransactionService service,
      BlockingQueue<Step> steps,
      BlockingQueue<Reply> replies,
      Accesses accesses)
      implements Runnable {

    @Override
    public void run() {
      Outcome<Object> outcome;
      try {
        outcome = service.execute(this::logic, ONE_ATTEMPT);
      } catch (YardmasterException refused) {
        outcome = new Outcome.Rejected<>(refused);
      } catch (RuntimeException bug) {
        // Without an outcome, the session would wait for ever.
        outcome =
            new Outcome.Rejected<>(
                new YardmasterException(ErrorCode.LOGIC_FAILED, bug.toString(), bug));
      }
      reply(new Reply.Ended(outcome, accesses));
    }

    private Object logic(Transaction transaction) {
      while (true) {
        Step step = next(transaction);
        if (step == COMMIT) {
          return null;
        }
        if (step == ABORT) {
          throw transaction.abort("the session asked for it");
        }
        try {
          reply(new Reply.Done(step.run(transaction, accesses)));
        } catch (YardmasterException error) {
          if (!REFUSALS.contains(error.code())) {
            throw error;
          }
          reply(new Reply.Refused(error));
        }
      }
    }

    private Step next(Transaction transaction) {
      try {
        return steps.take();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw transaction.abort("the prompt has ended");
      }
    }

    /**
     * Adds a reply to the queue. The queue has room for the reply to a step and for the end of an
     * interrupted transaction.
     */
    private void reply(Reply reply) {
      replies.add(reply);
    }
  }
}
