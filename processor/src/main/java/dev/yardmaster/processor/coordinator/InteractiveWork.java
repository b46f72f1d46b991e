package dev.yardmaster.processor.coordinator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.api.logic.RemoteFailure;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.processor.conflicts.ProcedureNames;
import dev.yardmaster.service.ServiceOutcomes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * A transaction whose logic runs at its caller: both sides of one hand-over, so it is long. Caller
 * and processor alternate: the caller sets an operation, hands the work over and waits for the
 * reply. What one side wrote before a hand-over, the other side may read after it.
 */
public final class InteractiveWork extends Work {

  private enum Operation {
    READ,
    SCAN,
    COMMIT,
    FAIL,
    ABANDON
  }

  /** The processor's reply to an operation. */
  public enum Reply {
    NONE,
    /** The values of the keys that were asked for. */
    VALUES,
    /** The entries that a scan has found. */
    ENTRIES,
    /** The operation was refused, and the transaction goes on. */
    REFUSED,
    /** A conflict discarded the run: the logic is to be run again. */
    RESTART,
    /** The transaction has its outcome. */
    OVER
  }

  /** The side that runs the logic. */
  public interface Caller {

    /**
     * Delivers a reply. Called by the processor's thread, or by the thread that closes the service.
     * An {@link Reply#OVER} may come without an operation under way, and then comes again as the
     * reply to the next one.
     */
    void replied(Reply reply);

    /** Whether the caller itself ends its wait for admission at the deadline. */
    boolean watchesItsTime();
  }

  private static final int WAITING = 0;
  private static final int ADMITTED = 1;
  private static final int WITHDRAWN = 2;

  private final Caller caller;
  private final Processor processor;

  @Shared(
      writers = "the caller withdraws; the processor admits",
      readers = "both",
      access = "compare-and-set from waiting; the side that succeeds owns what follows")
  private final AtomicInteger admission = new AtomicInteger(WAITING);

  private boolean submitted;

  private Operation operation;
  private List<Key> keys;
  private Scan scan;
  private Map<Key, byte[]> writes;
  private Object resultOrThrown;

  @Shared(
      writers =
          "the caller clears it before a hand-over; the processor, or the closing thread, "
              + "replies",
      readers = "both",
      access =
          "volatile; orders all other fields of this class except outcome and admission, which "
              + "both sides write out of turn")
  private volatile Reply reply = Reply.NONE;

  private byte[][] values;
  private ScannedEntries entries;
  private YardmasterException refusal;
  private int restarts;
  private ConflictReport lastConflict;

  /** Also set while the logic runs, if the deadline passes or the service ends. */
  @Shared(
      writers = "the processor, the closing thread, or the caller that withdraws",
      readers = "the caller",
      access = "volatile")
  private volatile Outcome<Object> outcome;

  /**
   * The slot that the transaction occupies, set by the processor; null before admission and after
   * the end.
   */
  private TransactionSlot slot;

  public InteractiveWork(
      TransactionOptions options,
      KeptOutcome kept,
      long beganNs,
      Processor processor,
      Caller caller) {
    super(options, kept, beganNs);
    this.processor = processor;
    this.caller = caller;
  }

  // The caller's side.

  /**
   * Asks for the values of keys; an empty list only starts the run. Returns false if the service
   * has no room.
   */
  public boolean read(List<Key> asked, BooleanSupplier serviceTerminated) {
    keys = asked;
    return handOver(Operation.READ, serviceTerminated);
  }

  /** Asks for the entries that a scan finds. Returns false if the service has no room. */
  public boolean scan(Scan asked, BooleanSupplier serviceTerminated) {
    scan = asked;
    return handOver(Operation.SCAN, serviceTerminated);
  }

  /** Asks for the commit of writes and a result. Returns false if the service has no room. */
  public boolean commit(
      Map<Key, byte[]> buffered, Object result, BooleanSupplier serviceTerminated) {
    writes = buffered;
    resultOrThrown = result;
    return handOver(Operation.COMMIT, serviceTerminated);
  }

  /** Ends the run with what the logic threw. Returns false if the service has no room. */
  public boolean fail(Throwable thrown, BooleanSupplier serviceTerminated) {
    resultOrThrown = thrown;
    return handOver(Operation.FAIL, serviceTerminated);
  }

  /**
   * Abandons the transaction. Returns false if the processor never had the transaction, which then
   * ends here.
   */
  public boolean abandon(BooleanSupplier serviceTerminated) {
    if (!submitted) {
      endHere(ServiceOutcomes.givenUp());
      return false;
    }
    return handOver(Operation.ABANDON, serviceTerminated);
  }

  private boolean handOver(Operation next, BooleanSupplier serviceTerminated) {
    operation = next;
    reply = Reply.NONE;
    if (submitted) {
      processor.step(this, serviceTerminated);
      return true;
    }
    submitted = processor.submit(this);
    if (!submitted) {
      outcome = new Outcome.Rejected<>(processor.submissions().overloaded(options().priority()));
    }
    return submitted;
  }

  Reply reply() {
    return reply;
  }

  /** The values with {@link Reply#VALUES}, in the order of the keys; not copies. */
  public byte[][] values() {
    return values;
  }

  /** The entries with {@link Reply#ENTRIES}; their values are not copies. */
  public ScannedEntries entries() {
    return entries;
  }

  /** The reason with {@link Reply#REFUSED}. */
  public YardmasterException refusal() {
    return refusal;
  }

  /** The number of discarded runs with {@link Reply#RESTART}. */
  public int restarts() {
    return restarts;
  }

  /** The conflict of the last discarded run with {@link Reply#RESTART}, or null. */
  public ConflictReport lastConflict() {
    return lastConflict;
  }

  /** The outcome; null until the transaction has one. */
  public Outcome<Object> outcome() {
    return outcome;
  }

  /** Whether the transaction was handed over to the processor. */
  public boolean isSubmitted() {
    return submitted;
  }

  /** Whether the commit is under way, so that it may be on disk already. */
  boolean isCommitting() {
    return operation == Operation.COMMIT && submitted;
  }

  /**
   * Withdraws the transaction if it still waits for admission. If this returns true, the calling
   * thread ends the transaction.
   */
  public boolean withdraw() {
    return admission.compareAndSet(WAITING, WITHDRAWN);
  }

  /** Whether the transaction still waits for admission. */
  boolean isWaiting() {
    return admission.get() == WAITING;
  }

  /** Ends the transaction on the caller's side, without the processor. */
  public void endHere(Outcome<Object> end) {
    outcome = end;
  }

  // The processor's side.

  @Override
  boolean claim() {
    return admission.compareAndSet(WAITING, ADMITTED);
  }

  @Override
  boolean expiresInQueue() {
    return !caller.watchesItsTime();
  }

  /** The slot that the transaction occupies; null if it has ended. */
  TransactionSlot slot() {
    return slot;
  }

  @Override
  String logicName() {
    return ProcedureName.LAMBDA;
  }

  @Override
  int procedureNumber() {
    return ProcedureNames.INTERACTIVE;
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
    restarts = home.restarts;
    lastConflict = home.lastConflict();
    reply(Reply.RESTART);
    return Step.WAIT;
  }

  /** Performs the caller's next operation. */
  Step perform() {
    RunBuffer run = slot.run;
    boolean begins = kept() != null && run.reads.size() == 0;
    if (begins && operation != Operation.ABANDON) {
      beginKept(slot);
    }
    return switch (operation) {
      case READ, SCAN -> ask(run);
      case COMMIT, FAIL -> begins ? Step.READ : end(run);
      case ABANDON -> {
        ended(ServiceOutcomes.givenUp());
        yield Step.END;
      }
    };
  }

  private Step ask(RunBuffer run) {
    try {
      if (operation == Operation.SCAN) {
        run.addScan(scan);
      } else {
        for (Key key : keys) {
          run.read(key);
        }
      }
    } catch (YardmasterException error) {
      if (kept() != null && run.readsSent == 0) {
        // The id has precedence: an outcome kept under it is the answer, whatever the step asks
        // for.
        keys = List.of();
        resultOrThrown = error;
        operation = Operation.FAIL;
        return Step.READ;
      }
      refusal = error;
      reply(Reply.REFUSED);
      return Step.WAIT;
    }
    return run.hasUnread() ? Step.READ : giveValues(run);
  }

  private Step giveEntries(RunBuffer run) {
    entries = run.entries(run.scans.size() - 1);
    reply(Reply.ENTRIES);
    return Step.WAIT;
  }

  private Step giveValues(RunBuffer run) {
    values = new byte[keys.size()][];
    for (int i = 0; i < values.length; i++) {
      values[i] = run.reads.value(run.reads.find(keys.get(i)));
    }
    reply(Reply.VALUES);
    return Step.WAIT;
  }

  private Step end(RunBuffer run) {
    if (operation == Operation.FAIL) {
      run.fail((Throwable) resultOrThrown);
    } else {
      run.result(resultOrThrown);
      write(run);
    }
    if (kept() != null && !isUntold(run.failure())) {
      keep(run);
    }
    return Step.VALIDATE;
  }

  /** Whether the result could not be encoded, so that nothing of it is kept. */
  private static boolean isUntold(Throwable failure) {
    return failure instanceof RemoteFailure remote
        && remote.error().code() == ErrorCode.RESULT_NOT_KEPT;
  }

  private void write(RunBuffer run) {
    try {
      for (Map.Entry<Key, byte[]> write : writes.entrySet()) {
        run.writes.write(run.allowWrite(write.getKey()), write.getValue());
      }
      run.checkSize();
    } catch (YardmasterException error) {
      run.fail(error);
    }
  }

  @Override
  Step readsArrived(TransactionSlot home) {
    if (kept() != null) {
      if (refuseId()) {
        return Step.END;
      }
      if (home.run.isRepeat()) {
        home.run.repeat();
        return Step.VALIDATE;
      }
    }
    return switch (operation) {
      case READ -> giveValues(home.run);
      case SCAN -> giveEntries(home.run);
      default -> end(home.run);
    };
  }

  @Override
  public void ended(Outcome<Object> finalOutcome) {
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
    // The reply is also passed as an argument: when one comes out of turn, the caller may already
    // be clearing the field for the next operation.
    caller.replied(next);
  }
}
