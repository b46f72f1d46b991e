package dev.yardmaster.processor;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * A transaction whose logic runs on its caller's thread. Caller and processor take turns: the
 * caller sets an operation, hands the session over and waits for the reply; what one side wrote
 * before the hand-over the other may read after it.
 */
final class Session extends Work {

  private enum Operation {
    FIND_OUTCOME,
    READ,
    COMMIT,
    FAIL,
    ABANDON
  }

  private enum Reply {
    NONE,
    VALUE,
    REFUSED,
    RESTART,
    OVER
  }

  private static final int WAITING = 0;
  private static final int ADMITTED = 1;
  private static final int WITHDRAWN = 2;

  private final Thread caller = Thread.currentThread();
  private final NanoClock clock;
  private final CallerWait callerWait;
  private final BooleanSupplier serviceTerminated;
  private final AtomicInteger admission = new AtomicInteger(WAITING);
  private Processor processor;
  private boolean submitted;
  private boolean interrupted;
  private boolean waitWasBroken;

  private Operation operation;
  private Key key;
  private Map<Key, byte[]> writes;
  private Object resultOrThrown;

  private volatile Reply reply = Reply.NONE;
  private byte[] value;
  private YardmasterException refusal;

  /** Also set while the logic runs, when its deadline passes or the service ends. */
  private volatile Outcome<Object> outcome;

  /** The processor's: where the session lives; null before admission and after its end. */
  private TransactionSlot slot;

  Session(
      TransactionOptions options,
      long beganNs,
      Processor processor,
      NanoClock clock,
      CallerWait callerWait,
      BooleanSupplier serviceTerminated,
      KeptOutcome kept) {
    super(options, beganNs, kept);
    this.processor = processor;
    this.clock = clock;
    this.callerWait = callerWait;
    this.serviceTerminated = serviceTerminated;
  }

  // The caller's side.

  /**
   * Begins a run; false if the logic is not to run, since the transaction has its outcome or is to
   * begin again.
   */
  boolean begin() {
    if (kept == null) {
      return true;
    }
    if (call(Operation.FIND_OUTCOME) != Reply.VALUE) {
      return false;
    }
    if (interrupted) {
      call(Operation.ABANDON);
      return false;
    }
    return true;
  }

  /** Reads a key; throws TRANSACTION_OVER if the transaction has ended meanwhile. */
  byte[] read(Key readKey) {
    key = readKey;
    Reply got = call(Operation.READ);
    if (got == Reply.OVER) {
      throw over(readKey);
    }
    if (got == Reply.REFUSED) {
      throw refusal;
    }
    if (interrupted) {
      call(Operation.ABANDON);
      throw over(readKey);
    }
    return value;
  }

  private static YardmasterException over(Key key) {
    return new YardmasterException(
        ErrorCode.TRANSACTION_OVER, "the transaction has ended", "key", key);
  }

  /** Commits; the outcome, or null if the logic is to run again. */
  Outcome<Object> commit(Map<Key, byte[]> buffered, Object result) {
    writes = buffered;
    resultOrThrown = result;
    return call(Operation.COMMIT) == Reply.RESTART ? null : outcome;
  }

  /** Ends with what the logic threw; the outcome, or null if the logic is to run again. */
  Outcome<Object> fail(Throwable thrown) {
    resultOrThrown = thrown;
    return call(Operation.FAIL) == Reply.RESTART ? null : outcome;
  }

  /** The outcome, if the transaction has one. */
  Outcome<Object> outcome() {
    return outcome;
  }

  /** Gives an interrupt that came meanwhile back to the thread. */
  void restoreInterrupt() {
    if (interrupted) {
      caller.interrupt();
    }
  }

  private Reply call(Operation next) {
    if (outcome != null) {
      return Reply.OVER;
    }
    if (waitWasBroken) {
      throw new IllegalStateException("the caller's wait was broken off by an error");
    }
    operation = next;
    reply = Reply.NONE;
    if (submitted) {
      processor.step(this, serviceTerminated);
    } else if (!processor.submit(this)) {
      outcome = new Outcome.Rejected<>(processor.submissions().overloaded());
      return Reply.OVER;
    }
    submitted = true;
    // What breaks this wait leaves an operation under way, and no other may follow it.
    waitWasBroken = true;
    Reply got = await();
    waitWasBroken = false;
    return got;
  }

  private Reply await() {
    for (int waits = 0; reply == Reply.NONE; waits++) {
      if (serviceTerminated.getAsBoolean() && reply == Reply.NONE) {
        YardmasterException closed = Processor.closed(null);
        return endHere(
            operation == Operation.COMMIT && submitted && processor.isDurable()
                ? Processor.unknown(closed)
                : new Outcome.Rejected<>(closed));
      }
      if (Thread.interrupted()) {
        interrupted = true;
      }
      if (admission.get() == WAITING && withdraw()) {
        return Reply.OVER;
      }
      callerWait.moment(waits, this::isAnswered);
    }
    return reply;
  }

  private boolean isAnswered() {
    return reply != Reply.NONE;
  }

  private boolean withdraw() {
    boolean expired = isExpired(clock.nanoTime());
    if (!(expired || interrupted) || !admission.compareAndSet(WAITING, WITHDRAWN)) {
      return false;
    }
    if (interrupted) {
      endHere(interruptedOutcome());
    } else {
      timedOut(0, null);
    }
    return true;
  }

  private Reply endHere(Outcome<Object> end) {
    outcome = end;
    return Reply.OVER;
  }

  private static Outcome<Object> interruptedOutcome() {
    return new Outcome.Rejected<>(
        new YardmasterException(
            ErrorCode.INTERRUPTED, "the thread was interrupted before the transaction's commit"));
  }

  // The processor's side.

  @Override
  boolean claim() {
    return admission.compareAndSet(WAITING, ADMITTED);
  }

  /** The slot that it lives in; null if it has ended. */
  TransactionSlot slot() {
    return slot;
  }

  @Override
  boolean declaresKeys() {
    return false;
  }

  @Override
  boolean canRunAgain(RunBuffer run, long nowNs) {
    return false;
  }

  @Override
  Step begin(TransactionSlot home) {
    if (slot == null) {
      slot = home;
      return perform();
    }
    reply(Reply.RESTART);
    return Step.WAIT;
  }

  /** Takes the caller's next operation. */
  Step perform() {
    try {
      switch (operation) {
        case FIND_OUTCOME -> {
          kept.begin(slot);
          return Step.READ;
        }
        case READ -> {
          slot.run.declareRead(key);
          return Step.READ;
        }
        case COMMIT -> {
          for (Map.Entry<Key, byte[]> write : writes.entrySet()) {
            slot.run.writes.write(slot.run.declareWrite(write.getKey()), write.getValue());
          }
          slot.run.checkSize();
          return end(slot.run, slot.run.failure);
        }
        case FAIL -> {
          return end(slot.run, (Throwable) resultOrThrown);
        }
        case ABANDON -> {
          ended(interruptedOutcome());
          return Step.END;
        }
      }
      throw new AssertionError(operation);
    } catch (YardmasterException error) {
      refusal = error;
      reply(Reply.REFUSED);
      return Step.WAIT;
    }
  }

  private Step end(RunBuffer run, Throwable thrown) {
    run.failure = thrown;
    if (kept != null) {
      run.result = resultOrThrown;
      kept.keep(run);
    }
    return Step.VALIDATE;
  }

  @Override
  Step readsArrived(TransactionSlot home) {
    if (operation == Operation.FIND_OUTCOME) {
      if (refuseId()) {
        return Step.END;
      }
      if (home.run.isRepeat()) {
        return Step.VALIDATE;
      }
    }
    value = home.run.reads.value(home.run.reads.size() - 1);
    reply(Reply.VALUE);
    return Step.WAIT;
  }

  @Override
  void committed(TransactionSlot home, ConflictReport lastConflict) {
    if (home.run.isRepeat()) {
      repeated(home, lastConflict);
      return;
    }
    if (home.run.failure != null) {
      ended(
          Failures.outcome(
              home.run.failure,
              home.run.failure.getClass().getName(),
              home.restarts,
              lastConflict));
      return;
    }
    ended(
        new Outcome.Committed<>(
            resultOrThrown,
            home.transactionId,
            home.validation.commitVersion(),
            home.restarts,
            lastConflict));
  }

  @Override
  void ended(Outcome<Object> finalOutcome) {
    outcome = finalOutcome;
    slot = null;
    reply(Reply.OVER);
  }

  /** Answers a step that came after the transaction's end. */
  void repeatOutcome() {
    reply(Reply.OVER);
  }

  private void reply(Reply next) {
    reply = next;
    LockSupport.unpark(caller);
  }
}
