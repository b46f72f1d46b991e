package dev.yardmaster.processor.coordinator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.coordinator.TransactionSlot.Phase;
import dev.yardmaster.processor.tuning.AdaptiveWindow;
import dev.yardmaster.processor.tuning.CurrentTuning;
import dev.yardmaster.service.ServiceOutcomes;
import dev.yardmaster.service.conflicts.sketch.ConflictSketch;
import dev.yardmaster.service.conflicts.sketch.RecentTransactions;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.format.RecordEncoder;
import dev.yardmaster.storage.worker.StorageRequest;
import dev.yardmaster.trials.TrialLock;
import dev.yardmaster.validator.ValidationRequest;
import dev.yardmaster.validator.Watermark;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.jctools.queues.MpscArrayQueue;

/**
 * A transaction coordinator. It is the state machine of the transactions of one processor. A
 * coordinator never waits for a message. Each slot of a coordinator holds one transaction. When a
 * message for a transaction arrives, the coordinator advances the transaction by one step.
 *
 * <pre>
 *   admit ─▶ QUEUED ─▶ READING ─▶ VALIDATING ─▶ INSTALLING ─▶ free
 *               ▲        ▲  │         │
 *               │        │  ▼         │ conflict
 *               │    WITH_CALLER      │
 *               └────────┴────────────┤ run again, in turn
 *                        ▲            ▼
 *                  CATCHING_UP ◀── RESERVING
 *                        ▲
 *                        └── QUEUED, VALIDATING: run again after an install
 * </pre>
 *
 * <p>All transitions of a slot are in this class, so that a reader can compare them with the
 * diagram above.
 *
 * <p>The coordinator answers the caller of a committed transaction before the writes are installed,
 * because the validator checks every later read against the commit. The slot becomes free when
 * storage has installed the writes.
 *
 * <p>A transaction that declares a hot key waits in this key's queue ({@link HotKeys}). When a
 * transaction has used half of its attempts, the validator reserves the keys that the transaction
 * has accessed so far; for the last attempt, the validator reserves all keys. An attempt with a
 * reservation starts its reads only after all earlier commits are installed, so that no earlier
 * commit can make the reads stale. A transaction that was aborted because of a commit runs again
 * only after that commit is installed, so that it does not read the replaced version again; without
 * a log, this holds for interactive transactions only.
 */
public final class Processor implements Agent {

  private static final long SWEEP_INTERVAL_NS = 1_000_000;

  private final String name;
  private final int index;
  private final ProcessorSettings settings;
  private final NanoClock clock;
  private final Watermark watermark;
  private final StorageLinks storage;
  private final Queue<ValidationRequest> validator;
  private final Queue<ValidationRequest> decisions;
  private final HistoryRecorder recorder;
  private final Submissions submissions;

  @Shared(
      writers = "callers of admitted interactive transactions, one message for each transaction",
      readers = "the processor",
      access =
          "JCTools MPSC queue; bounded by the number of the processor's slots. A caller spins"
              + " while the "
              + "queue is full.")
  private final MpscArrayQueue<InteractiveWork> steps;

  private final ProcessorCounters counters = new ProcessorCounters();

  private final SlotPool slots;
  private final int limit;
  private final AdaptiveWindow window;
  private final HotKeys hotKeys;
  private final ConflictObserver conflicts;
  private final CurrentTuning tuning;
  private final ArrayDeque<TransactionSlot> catchingUp = new ArrayDeque<>();
  private long transactions;

  /** The number of transactions that committed or were aborted by their own logic. */
  private long completed;

  private long nowNs;
  private long nextSweepNs;

  @Shared(writers = "the closing thread", readers = "the processor", access = "volatile")
  private volatile boolean draining;

  @Shared(writers = "the processor", readers = "the closing thread", access = "volatile")
  private volatile boolean drained;

  /**
   * Creates a coordinator.
   *
   * @param decisions the queue of the validator's answers
   * @param tuning the current tuning; each run reads it
   * @param turn the lock that a trial of this coordinator's settings holds, so that only one trial
   *     runs at a time
   * @param repair repeats the runs of stale procedures at the final validation. All coordinators
   *     share this object, and only the thread of the final validation calls its methods
   * @param encoder encodes the log records; the final validation also calls it. Null for a pipeline
   *     in memory
   * @param writeSets creates the write set of each slot
   * @param recent the table of recent transactions: the coordinator adds its own transactions, and
   *     looks up transactions of other coordinators
   * @param recorder the recorder of committed transactions; null to record nothing
   */
  public Processor(
      ProcessorSettings settings,
      Fingerprints fingerprints,
      Watermark watermark,
      StorageLinks storage,
      Queue<ValidationRequest> validator,
      Queue<ValidationRequest> decisions,
      CurrentTuning tuning,
      TrialLock turn,
      ProcedureRepair repair,
      RecordEncoder encoder,
      Supplier<WriteSet> writeSets,
      RecentTransactions recent,
      HistoryRecorder recorder,
      NanoClock clock) {
    this.settings = settings;
    this.index = settings.index();
    this.name = "processor-" + index;
    this.limit = settings.limit();
    this.transactions = settings.firstTransaction();
    this.watermark = watermark;
    this.storage = storage;
    this.validator = validator;
    this.decisions = decisions;
    this.tuning = tuning;
    this.recorder = recorder;
    this.clock = clock;
    this.submissions = new Submissions(settings.waiting());
    this.slots =
        new SlotPool(
            slotsFor(limit),
            i -> {
              RunBuffer run =
                  new RunBuffer(writeSets.get(), fingerprints, settings.limits(), storage.shards());
              return new TransactionSlot(
                  i,
                  run,
                  storage.readRequests(i, run),
                  storage.writeRequests(i, run),
                  new ValidationRequest(i, decisions),
                  repair,
                  encoder);
            });
    this.steps = new MpscArrayQueue<>(slots.size());
    long beganNs = clock.nanoTime();
    this.nextSweepNs = beganNs + SWEEP_INTERVAL_NS;
    this.window =
        settings.adaptiveWindow()
            ? AdaptiveWindow.adaptive(limit, beganNs)
            : AdaptiveWindow.fixed(limit, settings.window());
    this.hotKeys = new HotKeys(settings.hotKeyWaiting(), turn, beganNs);
    this.conflicts = new ConflictObserver(recent, beganNs);
  }

  /**
   * Returns the number of slots that a coordinator needs: {@code limit} slots for transactions in
   * flight, plus {@code limit} slots for transactions whose writes are being installed.
   */
  public static int slotsFor(int limit) {
    return 2 * limit;
  }

  /**
   * Returns one processor's share of a total that is divided evenly among the processors; at least
   * 1.
   */
  public static int shareOf(int total, int processors, int index) {
    return Math.max(1, total / processors + (index < total % processors ? 1 : 0));
  }

  // Any thread may call the following methods.

  /** Submits a transaction for admission. Returns false if the queue of its priority is full. */
  public boolean submit(Work work) {
    return submissions.offer(work);
  }

  /**
   * Submits the next operation of an interactive transaction. While the queue is full, the calling
   * thread spins.
   */
  void step(InteractiveWork work, BooleanSupplier serviceTerminated) {
    while (!steps.offer(work) && !serviceTerminated.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  /** Returns whether commits survive the end of the service. */
  public boolean isDurable() {
    return settings.durable();
  }

  public Submissions submissions() {
    return submissions;
  }

  public ProcessorCounters counters() {
    return counters;
  }

  public ConflictSketch conflicts() {
    return conflicts.sketch();
  }

  /**
   * Asks the processor to end: {@link #isDrained} returns true as soon as no transaction is waiting
   * or in flight.
   */
  public void drain() {
    draining = true;
  }

  public boolean isDrained() {
    return drained;
  }

  // Only the agent's thread calls the following methods.

  @Override
  public int doWork() {
    nowNs = clock.nanoTime();
    int work = takeDecisions();
    work += takeReplies();
    work += takeSteps();
    work += goOn();
    work += admit();
    if (nowNs - nextSweepNs >= 0) {
      sweep();
    }
    if (draining) {
      drained = slots.areAllFree() && submissions.isEmpty();
    }
    return work;
  }

  private int takeDecisions() {
    int work = 0;
    ValidationRequest request;
    while ((request = decisions.poll()) != null) {
      decided(slots.get(request.slot()), request);
      work++;
    }
    return work;
  }

  private int takeReplies() {
    int work = 0;
    StorageRequest request;
    while ((request = storage.reply()) != null) {
      request.clear();
      TransactionSlot slot = slots.get(request.slot());
      if (--slot.outstanding == 0) {
        if (slot.phase == Phase.INSTALLING) {
          watermark.installed(slot.validation.commitVersion());
          slots.release(slot);
        } else {
          slot.run.answered();
          advance(slot, slot.work.readsArrived(slot));
        }
      }
      work++;
    }
    return work;
  }

  private int takeSteps() {
    int work = 0;
    InteractiveWork next;
    while ((next = steps.poll()) != null) {
      TransactionSlot slot = next.slot();
      if (slot == null) {
        next.repeatOutcome();
      } else {
        backFromCaller(slot);
        advance(slot, next.perform());
      }
      work++;
    }
    return work;
  }

  /**
   * Counts the transaction as running again, after its caller has sent an operation. While the
   * logic runs at the caller, its transaction does not count against the limit of running
   * transactions.
   */
  private void backFromCaller(TransactionSlot slot) {
    if (slot.phase == Phase.WITH_CALLER) {
      slot.phase = Phase.READING;
      slots.returnedByCaller();
    }
  }

  /**
   * Continues two kinds of waiting transactions: those that have received their last turn on a hot
   * key, and those that waited for the install of earlier commits.
   */
  private int goOn() {
    int work = 0;
    TransactionSlot slot;
    while ((slot = hotKeys.ready()) != null) {
      slots.dequeued();
      if (slot.restarts > 0) {
        runAgain(slot);
      } else {
        advance(slot, Work.Step.READ);
      }
      work++;
    }
    return work + (catchingUp.isEmpty() ? 0 : catchUp());
  }

  private int catchUp() {
    int work = 0;
    Iterator<TransactionSlot> waiting = catchingUp.iterator();
    while (waiting.hasNext()) {
      TransactionSlot next = waiting.next();
      if (hasCaughtUp(next)) {
        waiting.remove();
        slots.resumed();
        beginRun(next);
        work++;
      }
    }
    return work;
  }

  /**
   * Returns whether a transaction may run again: with a reservation, after all commits before the
   * reservation are installed; otherwise, after the commit is installed because of which it was
   * aborted.
   */
  private boolean hasCaughtUp(TransactionSlot slot) {
    long version = slot.validation.foundVersion();
    return slot.reserved ? version <= watermark.get() : watermark.isInstalled(version);
  }

  private int admit() {
    int work = 0;
    boolean full = false;
    boolean held = settings.limits().data().holdsBack();
    while (!held && slots.active() < limit && slots.hasFree()) {
      if (slots.running() >= window.width()) {
        if (!submissions.isEmpty()) {
          window.full();
          full = true;
        }
        break;
      }
      Work next = submissions.next();
      if (next == null) {
        break;
      }
      work++;
      if (next.isExpired(nowNs)) {
        counters.count(AbortCause.TIMEOUT);
        next.timedOut(0, null);
      } else {
        admit(next);
      }
    }
    if (full || held || slots.queued() > 0 || slots.active() >= limit) {
      counters.count(ProcessorCounter.FULL_CYCLES);
    }
    counters.level(ProcessorCounter.COMPLETED, completed);
    counters.level(ProcessorCounter.IN_FLIGHT, slots.inFlight());
    counters.level(ProcessorCounter.WAITING_FOR_KEYS, slots.queued());
    counters.level(ProcessorCounter.WINDOW, window.width());
    return work;
  }

  private void admit(Work work) {
    TransactionSlot slot = slots.take();
    slot.admit(work, ((long) index << ConflictObserver.PROCESSOR_SHIFT) + ++transactions);
    conflicts.admitted(slot);
    counters.count(ProcessorCounter.ADMITTED);
    Work.Step step = work.begin(slot);
    if (step == Work.Step.READ && work.declaresKeys() && !mayGo(slot)) {
      queue(slot);
    } else {
      advance(slot, step);
    }
  }

  /**
   * Returns whether the transaction may run without waiting for a turn on a hot key. If {@code
   * limit} transactions already wait, a further transaction does not wait, because otherwise
   * waiting transactions would take all slots.
   */
  private boolean mayGo(TransactionSlot slot) {
    return slots.queued() >= limit || hotKeys.join(slot);
  }

  private void queue(TransactionSlot slot) {
    slot.phase = Phase.QUEUED;
    slots.enqueued();
    counters.count(ProcessorCounter.QUEUED);
  }

  private void beginRun(TransactionSlot slot) {
    slot.run.clear();
    advance(slot, slot.work.begin(slot));
  }

  private void advance(TransactionSlot slot, Work.Step step) {
    switch (step) {
      case READ -> {
        slot.phase = Phase.READING;
        storage.sendReads(slot);
      }
      case VALIDATE -> sendValidation(slot);
      case WAIT -> {
        slot.phase = Phase.WITH_CALLER;
        slots.handedToCaller();
      }
      case END -> end(slot);
    }
  }

  private void sendValidation(TransactionSlot slot) {
    slot.phase = Phase.VALIDATING;
    ValidationRequest request = slot.validation;
    TransactionOptions options = slot.work.options();
    request.begin(slot.transactionId, slot.restarts, options.weight());
    request.urgency(Submissions.urgencyOf(options.priority()));
    // A transaction in its last attempt may be repaired even if the tuning has disabled repairs.
    boolean repair =
        tuning.repair() || (settings.repair() && slot.work.isLastAttempt(slot.restarts));
    boolean canRunAgain = repair && slot.work.canRunAgain(slot.run, nowNs);
    request.transaction(slot, settings.repair() || settings.durable(), canRunAgain);
    if (slot.reserved) {
      request.reserved();
    }
    slot.fillAccesses();
    sendToValidator(request);
  }

  private void sendToValidator(ValidationRequest request) {
    if (!validator.offer(request)) {
      throw new IllegalStateException("the queue before the validator is full");
    }
  }

  private void decided(TransactionSlot slot, ValidationRequest request) {
    switch (request.decision()) {
      case COMMIT -> commit(slot);
      case VICTIM -> abort(slot, AbortCause.VICTIM);
      case PRE_VALIDATION -> abort(slot, AbortCause.PRE_VALIDATION);
      case VALIDATION -> abort(slot, AbortCause.VALIDATION);
      case RANGE -> abort(slot, AbortCause.RANGE);
      case TRUNCATED -> abort(slot, AbortCause.TRUNCATED);
      case RESERVED -> granted(slot);
      case RELEASED -> released(slot);
    }
  }

  private void commit(TransactionSlot slot) {
    slot.reserved = false;
    completed++;
    Throwable failure = slot.run.failure();
    if (slot.run.isRepeat()) {
      counters.count(ProcessorCounter.REPEATED);
    } else if (failure == null) {
      counters.count(ProcessorCounter.COMMITTED);
    } else if (failure instanceof UserAbort) {
      counters.count(AbortCause.USER);
    } else {
      counters.count(ProcessorCounter.LOGIC_FAILED);
    }
    boolean writes = slot.run.writes.writtenCount() > 0;
    if (writes) {
      slot.phase = Phase.INSTALLING;
      storage.sendWrites(slot);
    }
    slots.ended();
    hotKeys.leave(slot);
    if (slot.repairedKey != null) {
      conflicts.repaired(slot);
    }
    if (recorder != null) {
      slot.record(recorder, clock.nanoTime());
    }
    Work work = slot.work;
    // From here on the transaction counts as answered, so that {@link UnansweredTransactions} does
    // not record it again.
    slot.work = null;
    work.committed(slot, slot.restarts == 0 ? null : slot.lastConflict());
    if (!writes) {
      slots.release(slot);
    }
  }

  private void abort(TransactionSlot slot, AbortCause cause) {
    slot.reserved = false;
    int read = slot.validation.conflictingRead();
    if (read >= 0) {
      hotKeys.warm(slot.run.reads.fingerprint(read));
    }
    conflicts.aborted(slot, cause, read);
    if (settings.conflictReports()) {
      slot.rememberConflict(cause);
    }
    Work work = slot.work;
    boolean expired = work.isExpired(nowNs);
    counters.count(expired ? AbortCause.TIMEOUT : cause);
    if (expired) {
      work.timedOut(slot.restarts, slot.lastConflict());
      end(slot);
    } else if (work.isLastAttempt(slot.restarts)) {
      work.ended(
          ServiceOutcomes.outOfAttempts(cause, work.options(), slot.restarts, slot.lastConflict()));
      end(slot);
    } else {
      restart(slot);
    }
  }

  private void restart(TransactionSlot slot) {
    slot.restarts++;
    counters.count(ProcessorCounter.RESTARTS);
    if (settings.attemptBound() > 0) {
      slot.rememberKeys();
      // A transaction that has reached the bound gets no further reservation: if it takes longer
      // than a reservation lasts, it must not delay other transactions forever.
      if (slot.restarts >= settings.attemptBound() / 2 && slot.restarts < settings.attemptBound()) {
        askForReservation(slot);
        return;
      }
    }
    if (slot.turns.isEmpty() && !mayGo(slot)) {
      queue(slot);
    } else {
      runAgain(slot);
    }
  }

  private void runAgain(TransactionSlot slot) {
    // Without a log, a commit is installed sooner than a transaction runs. With a log, the commit
    // waits for the disk or for a majority, and every run before would be stale.
    boolean isInstalledSoon = slot.work.declaresKeys() && !settings.durable();
    if (isInstalledSoon || hasCaughtUp(slot)) {
      beginRun(slot);
    } else {
      slots.suspended();
      waitForInstall(slot);
    }
  }

  private void waitForInstall(TransactionSlot slot) {
    slot.phase = Phase.CATCHING_UP;
    catchingUp.addLast(slot);
  }

  private void askForReservation(TransactionSlot slot) {
    slot.phase = Phase.RESERVING;
    slots.suspended();
    hotKeys.leave(slot);
    boolean everything = slot.restarts >= settings.attemptBound() - 1;
    ValidationRequest request = slot.validation;
    request.beginReservation(slot.transactionId, slot.restarts, everything, slot.work.deadlineNs());
    if (!everything) {
      slot.knownKeys.forEachLong(key -> request.read(key, 0));
    }
    sendToValidator(request);
  }

  private void granted(TransactionSlot slot) {
    slot.reserved = true;
    waitForInstall(slot);
  }

  /**
   * Frees the slot of a transaction whose reservation was released, or whose reservation was not
   * granted before the deadline.
   */
  private void released(TransactionSlot slot) {
    if (slot.work != null) {
      counters.count(AbortCause.TIMEOUT);
      slot.work.timedOut(slot.restarts, slot.lastConflict());
      slots.endedSuspended();
    }
    slots.release(slot);
  }

  /** Releases a transaction that has its outcome and has not committed. */
  private void end(TransactionSlot slot) {
    slots.ended();
    slot.work = null;
    hotKeys.leave(slot);
    if (slot.reserved) {
      slot.phase = Phase.RESERVING;
      slot.validation.beginRelease(slot.transactionId, slot.restarts);
      sendToValidator(slot.validation);
    } else {
      slots.release(slot);
    }
  }

  /**
   * Ends transactions whose deadlines have passed while they waited for their callers, for a turn
   * on a hot key, for an install or for admission. If a transaction is at another stage, it ends
   * when that stage has replied.
   */
  private void sweep() {
    nextSweepNs = nowNs + SWEEP_INTERVAL_NS;
    hotKeys.adapt(nowNs, completed);
    submissions.watch(nowNs, completed);
    conflicts.sweep(nowNs);
    counters.level(ProcessorCounter.HOT_KEY_LINES, hotKeys.lines());
    if (hotKeys.isComparing()) {
      window.hold();
    } else {
      window.adapt(nowNs, completed);
    }
    for (TransactionSlot slot : slots) {
      if ((slot.phase == Phase.WITH_CALLER
              || slot.phase == Phase.QUEUED
              || slot.phase == Phase.CATCHING_UP)
          && slot.work.isExpired(nowNs)) {
        counters.count(AbortCause.TIMEOUT);
        slot.work.timedOut(slot.restarts, slot.lastConflict());
        if (slot.phase == Phase.QUEUED) {
          slots.dequeued();
        } else if (slot.phase == Phase.CATCHING_UP) {
          catchingUp.remove(slot);
          slots.resumed();
        }
        backFromCaller(slot);
        end(slot);
      }
    }
    submissions.expire(
        nowNs,
        expired -> {
          counters.count(AbortCause.TIMEOUT);
          expired.timedOut(0, null);
        });
  }

  /**
   * Returns the transactions whose callers have not been answered. This method may be called only
   * after all agents have stopped.
   */
  public UnansweredTransactions unanswered() {
    return new UnansweredTransactions(slots, submissions, recorder, isDurable());
  }

  @Override
  public String roleName() {
    return name;
  }
}
