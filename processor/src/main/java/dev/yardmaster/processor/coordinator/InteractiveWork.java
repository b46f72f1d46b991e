package dev.yardmaster.processor.coordinator;

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
 * A transaction whose logic runs at its caller's. Caller and processor take turns: the caller sets
 * an operation, hands the work over and waits for the reply; what one side wrote before the
 * hand-over the other may read after it.
 */
public final class InteractiveWork extends Work {

  /** What a caller asks for. */
  private enum Operation {
    READ,
    SCAN,
    COMMIT,
    FAIL,
    ABANDON
  }

  /** What a processor answers. */
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

  /** Who runs the logic. */
  public interface Caller {

    /**
     * There is this reply. Called by the processor's thread, or by the one that closes the service;
     * an {@link Reply#OVER} may come out of turn, and then comes again when its turn is.
     */
    void replied(Reply reply);

    /** Whether it ends its wait for admission by itself when its time is over. */
    boolean watchesItsTime();
  }

  private static final int WAITING = 0;
  private static final int ADMITTED = 1;
  private static final int WITHDRAWN = 2;

  private final Caller caller;
  private final Processor processor;
  private final AtomicInteger admission = new AtomicInteger(WAITING);
  private boolean submitted;

  private Operation operation;
  private List<Key> keys;
  private Scan scan;
  private Map<Key, byte[]> writes;
  private Object resultOrThrown;

  private volatile Reply reply = Reply.NONE;
  private byte[][] values;
  private ScannedEntries entries;
  private YardmasterException refusal;
  private int restarts;
  private ConflictReport lastConflict;

  /** Also set while the logic runs, when its deadline passes or the service ends. */
  private volatile Outcome<Object> outcome;

  /** The processor's: where it lives; null before admission and after its end. */
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

  /** Asks for the values of keys; none only begins the run. False if the service has no room. */
  public boolean read(List<Key> asked, BooleanSupplier serviceTerminated) {
    keys = asked;
    return handOver(Operation.READ, serviceTerminated);
  }

  /** Asks for what a scan finds. False if the service has no room. */
  public boolean scan(Scan asked, BooleanSupplier serviceTerminated) {
    scan = asked;
    return handOver(Operation.SCAN, serviceTerminated);
  }

  /** Asks for the commit of writes and a result. False if the service has no room. */
  public boolean commit(
      Map<Key, byte[]> buffered, Object result, BooleanSupplier serviceTerminated) {
    writes = buffered;
    resultOrThrown = result;
    return handOver(Operation.COMMIT, serviceTerminated);
  }

  /** Ends the run with what the logic threw. False if the service has no room. */
  public boolean fail(Throwable thrown, BooleanSupplier serviceTerminated) {
    resultOrThrown = thrown;
    return handOver(Operation.FAIL, serviceTerminated);
  }

  /** Gives the transaction up. False if the processor never had it: then it has ended here. */
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

  /** The reply to the last operation. */
  Reply reply() {
    return reply;
  }

  /** With {@link Reply#VALUES}: in the order of the keys; not copies. */
  public byte[][] values() {
    return values;
  }

  /** With {@link Reply#ENTRIES}; their values are not copies. */
  public ScannedEntries entries() {
    return entries;
  }

  /** With {@link Reply#REFUSED}. */
  public YardmasterException refusal() {
    return refusal;
  }

  /** With {@link Reply#RESTART}: how many runs were discarded. */
  public int restarts() {
    return restarts;
  }

  /** With {@link Reply#RESTART}: what the last of them met, or null. */
  public ConflictReport lastConflict() {
    return lastConflict;
  }

  /** The outcome, if the transaction has one. */
  public Outcome<Object> outcome() {
    return outcome;
  }

  /** Whether it was handed over to the processor. */
  public boolean isSubmitted() {
    return submitted;
  }

  /** Whether its commit is under way, so that it may be on disk already. */
  boolean isCommitting() {
    return operation == Operation.COMMIT && submitted;
  }

  /** Takes it back if it still waits for admission; whoever does ends it. */
  public boolean withdraw() {
    return admission.compareAndSet(WAITING, WITHDRAWN);
  }

  /** Whether it still waits for admission. */
  boolean isWaiting() {
    return admission.get() == WAITING;
  }

  /** Ends it at the caller's, without the processor. */
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

  /** The slot that it lives in; null if it has ended. */
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

  /** Takes the caller's next operation. */
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
        // Its id comes first: what was kept under it is the answer, whatever is asked for.
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

  /** Whether its result could not be told, so that nothing of it is kept. */
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
    // Said with it: out of turn, the caller may be on its way to the next.
    caller.replied(next);
  }
}
