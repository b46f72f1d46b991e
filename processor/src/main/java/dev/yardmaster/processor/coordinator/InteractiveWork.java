package dev.yardmaster.processor.coordinator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.service.ServiceOutcomes;
import dev.yardmaster.service.conflicts.sketch.ProcedureNames;
import dev.yardmaster.storage.ReadSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The exchange of operations and replies between a caller and a processor for one transaction. The
 * transaction's logic runs on the caller's thread or at a remote client. The class contains the
 * code of the caller and of the processor, because they use its state alternately. The caller sets
 * an operation, passes this object to the processor and waits for the reply. Passing the object on
 * makes all earlier writes to its fields visible to the receiver.
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
    /** The processor has the values of the requested keys. */
    VALUES,
    /** The processor has the entries that a scan has found. */
    ENTRIES,
    /** The operation was refused, and the transaction continues. */
    REFUSED,
    /** The run was discarded because of a conflict, and the caller must run the logic again. */
    RESTART,
    /** The transaction has its outcome. */
    OVER
  }

  /** The code on the caller's side that runs the logic. */
  public interface Caller {

    /**
     * Delivers a reply. The processor's thread, or the thread that closes the service, calls this
     * method. If {@link Reply#OVER} arrives while no operation is in progress, the next operation
     * gets the same reply again.
     */
    void replied(Reply reply);

    /** Returns whether the caller itself checks the deadline while it waits for admission. */
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
      access = "compare-and-set from waiting; the side that succeeds owns the next step")
  private final AtomicInteger admission = new AtomicInteger(WAITING);

  private boolean submitted;

  private Operation operation;

  /** The reads that the caller has made on its own thread in the current run. */
  final ReadSet callerReads = new ReadSet();

  /**
   * The number of elements of {@code callerReads} that the caller has already passed to the
   * processor.
   */
  private int knownReads;

  /** The number of keys that the caller has requested from the processor in the current run. */
  private int requestedReads;

  private List<Key> keys;
  private Scan scan;
  private Map<Key, byte[]> writes;
  private Object resultOrThrown;

  @Shared(
      writers =
          "the caller clears the reply before it passes the work; the processor, or the "
              + "closing thread, sets the reply",
      readers = "both",
      access =
          "volatile; orders all other fields of this class except outcome and admission, which "
              + "both sides may write at any time")
  private volatile Reply reply = Reply.NONE;

  private byte[][] values;
  private ScannedEntries entries;
  private YardmasterException refusal;
  private int restarts;
  private ConflictReport lastConflict;

  /**
   * The outcome; it may be set while the logic is running, if the deadline passes or the service
   * ends.
   */
  @Shared(
      writers = "the processor, the closing thread, or the caller that withdraws",
      readers = "the caller",
      access = "volatile")
  private volatile Outcome<Object> outcome;

  /**
   * The processor's slot for the transaction. Set by the processor; null before the transaction's
   * admission and after its end.
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

  // Only the caller calls the following methods.

  /**
   * Requests the values of keys from the processor. An empty list only starts the run. Returns
   * false if the processor's queue is full.
   */
  public boolean read(List<Key> asked, BooleanSupplier serviceTerminated) {
    keys = asked;
    requestedReads += asked.size();
    return handOver(Operation.READ, serviceTerminated);
  }

  /** Requests the entries that a scan finds. Returns false if the processor's queue is full. */
  public boolean scan(Scan asked, BooleanSupplier serviceTerminated) {
    scan = asked;
    return handOver(Operation.SCAN, serviceTerminated);
  }

  /** Requests the commit of writes and a result. Returns false if the processor's queue is full. */
  public boolean commit(
      Map<Key, byte[]> buffered, Object result, BooleanSupplier serviceTerminated) {
    writes = buffered;
    resultOrThrown = result;
    return handOver(Operation.COMMIT, serviceTerminated);
  }

  /**
   * Ends the run with the exception that the logic threw. Returns false if the processor's queue is
   * full.
   */
  public boolean fail(Throwable thrown, BooleanSupplier serviceTerminated) {
    resultOrThrown = thrown;
    return handOver(Operation.FAIL, serviceTerminated);
  }

  /**
   * Abandons the transaction. If the transaction was never passed to the processor, ends the
   * transaction and returns false.
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
    // The field is set first: the processor may reply, and the listener may request the next step
    // on
    // the processor's thread, before the call returns.
    submitted = true;
    if (!processor.submit(this)) {
      submitted = false;
      outcome = new Outcome.Rejected<>(processor.submissions().overloaded(options().priority()));
    }
    return submitted;
  }

  public Reply reply() {
    return reply;
  }

  /**
   * Reads keys on the caller's thread, without the processor. Returns false if the caller must
   * request the keys from the processor. If the transaction has an id, the run has already
   * requested the outcome of the id at this point.
   */
  public boolean readHere(List<Key> asked, CallerReads reads) {
    if (!submitted && !processor.submissions().isEmpty()) {
      return false;
    }
    for (Key key : asked) {
      Values.check(key);
      if (callerReads.find(key) < 0
          && (callerReads.size() + requestedReads >= reads.maxKeys()
              || !reads.read(key, callerReads))) {
        return false;
      }
    }
    values = new byte[asked.size()][];
    for (int i = 0; i < values.length; i++) {
      values[i] = callerReads.value(callerReads.find(asked.get(i)));
    }
    return true;
  }

  /**
   * Returns the values after the reply {@link Reply#VALUES}, in the order of the keys. The arrays
   * are not copies.
   */
  public byte[][] values() {
    return values;
  }

  /**
   * Returns the entries after the reply {@link Reply#ENTRIES}. The arrays of values are not copies.
   */
  public ScannedEntries entries() {
    return entries;
  }

  /** Returns the reason of the refusal after the reply {@link Reply#REFUSED}. */
  public YardmasterException refusal() {
    return refusal;
  }

  /** Returns the number of discarded runs after the reply {@link Reply#RESTART}. */
  public int restarts() {
    return restarts;
  }

  /**
   * Returns the conflict of the last discarded run after the reply {@link Reply#RESTART}, or null
   * if the conflict is unknown.
   */
  public ConflictReport lastConflict() {
    return lastConflict;
  }

  /** Returns the outcome, or null while the transaction has no outcome. */
  public Outcome<Object> outcome() {
    return outcome;
  }

  /** Returns whether the transaction was passed to the processor. */
  public boolean isSubmitted() {
    return submitted;
  }

  /** Returns whether the commit is in progress; if so, the commit may already be on disk. */
  public boolean isCommitting() {
    return operation == Operation.COMMIT && submitted;
  }

  /**
   * Withdraws the transaction if the transaction still waits for admission. Returns whether the
   * transaction was withdrawn. If this method returns true, the calling thread must end the
   * transaction.
   */
  public boolean withdraw() {
    return admission.compareAndSet(WAITING, WITHDRAWN);
  }

  /** Returns whether the transaction still waits for admission. */
  public boolean isWaiting() {
    return admission.get() == WAITING;
  }

  /** Ends the transaction for the caller, without the processor. */
  public void endHere(Outcome<Object> end) {
    outcome = end;
  }

  // Only the processor calls the following methods.

  @Override
  boolean claim() {
    return admission.compareAndSet(WAITING, ADMITTED);
  }

  @Override
  boolean expiresInQueue() {
    return !caller.watchesItsTime();
  }

  /** Returns the slot that the transaction occupies, or null if the transaction has ended. */
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
    callerReads.clear();
    knownReads = 0;
    requestedReads = 0;
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
    if (knownReads < callerReads.size()) {
      run.addAnswered(callerReads, knownReads);
      knownReads = callerReads.size();
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
        // The transaction may be a repeated one. If an outcome is kept under its id, this outcome
        // is the reply, even to a refused operation. So the outcome key is read first.
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
    if (kept() != null) {
      keep(run);
    }
    return Step.VALIDATE;
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

  /** Replies to an operation that arrived after the end of the transaction. */
  void repeatOutcome() {
    reply(Reply.OVER);
  }

  private void reply(Reply next) {
    reply = next;
    // The reply is passed both in the field and as an argument. A reply can arrive while no
    // operation is in progress; at this moment, the caller may be clearing the field for its next
    // operation.
    caller.replied(next);
  }
}
