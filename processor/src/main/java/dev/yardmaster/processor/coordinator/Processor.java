package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.conflicts.ConflictSketch;
import dev.yardmaster.processor.conflicts.ProcedureNames;
import dev.yardmaster.processor.conflicts.RecentTransactions;
import dev.yardmaster.processor.coordinator.TransactionSlot.Phase;
import dev.yardmaster.processor.tuning.CurrentTuning;
import dev.yardmaster.service.ServiceOutcomes;
import dev.yardmaster.service.trials.TrialLock;
import dev.yardmaster.storage.StorageRequest;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.RecordEncoder;
import dev.yardmaster.validator.Decision;
import dev.yardmaster.validator.ValidationRequest;
import dev.yardmaster.validator.Watermark;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.jctools.queues.MpscArrayQueue;

/**
 * A transaction coordinator. It never waits for a message: it carries as many transactions at once
 * as it has slots for, and moves each one step on when something arrives for it.
 *
 * <pre>
 *   admit ─▶ QUEUED ─▶ READING ─▶ VALIDATING ─▶ INSTALLING ─▶ free
 *               ▲        ▲  │         │
 *               │        │  ▼         │ conflict
 *               │    WITH_CALLER      │
 *               └────────┴────────────┤ run again, in turn
 *                        ▲            ▼
 *                  CATCHING_UP ◀── RESERVING
 * </pre>
 *
 * <p>All transitions of a slot are in this class, so that the picture can be checked against it in
 * one place.
 *
 * <p>The slot of a transaction that commits is free again when storage has installed its writes;
 * its caller is answered before, since every read is validated against the commit.
 *
 * <p>A transaction waits for its turn where it is known to meet others on a hot key ({@link
 * HotKeys}). After half of its attempts the validator reserves the keys that it has met so far, for
 * the last attempt everything; it then reads when all that was committed before is installed, so
 * that no attempt is lost to what is still on its way.
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
  private final MpscArrayQueue<InteractiveWork> steps;
  private final ProcessorCounters counters = new ProcessorCounters();

  private final TransactionSlot[] slots;
  private final int[] free;
  private int freeCount;
  private final int limit;

  /** Transactions admitted and not ended. */
  private int inFlight;

  /** Those of them that run, and do not wait for a turn or a reservation. */
  private int running;

  /** Those of them that wait for a turn; others are admitted in their place. */
  private int queued;

  /** Interactive transactions whose callers think. */
  private int withCaller;

  private final AdaptiveWindow window;
  private final HotKeys hotKeys;
  private final ConflictSketch conflicts;
  private final CurrentTuning tuning;
  private final RecentTransactions recent;
  private final ArrayDeque<TransactionSlot> catchingUp = new ArrayDeque<>();
  private long transactions;

  /** Transactions that took place, or were decided against by their own logic. */
  private long completed;

  private long nowNs;
  private long nextSweepNs;
  private volatile boolean draining;
  private volatile boolean drained;

  /**
   * A coordinator.
   *
   * @param decisions where the validator answers
   * @param tuning asked for each run
   * @param turn taken while it compares ways of its own
   * @param repair runs procedures again at the final validation; shared by all coordinators, and
   *     used by that stage's thread only
   * @param encoder encodes what is logged, at the final validation as well; null in memory
   * @param writeSets gives each slot its own
   * @param recent where it notes its transactions, and finds those of others
   * @param recorder records what commits; null to record nothing
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
    this.recent = recent;
    this.recorder = recorder;
    this.clock = clock;
    this.submissions = new Submissions(settings.waiting());
    this.slots = new TransactionSlot[slotsFor(limit)];
    this.steps = new MpscArrayQueue<>(slots.length);
    this.free = new int[slots.length];
    for (int i = slots.length - 1; i >= 0; i--) {
      RunBuffer run =
          new RunBuffer(writeSets.get(), fingerprints, settings.limits(), storage.shards());
      slots[i] =
          new TransactionSlot(
              i,
              run,
              storage.readRequests(i, run),
              storage.writeRequests(i, run),
              new ValidationRequest(i, decisions),
              repair,
              encoder);
      free[freeCount++] = i;
    }
    long beganNs = clock.nanoTime();
    this.nextSweepNs = beganNs + SWEEP_INTERVAL_NS;
    this.window =
        settings.adaptiveWindow()
            ? AdaptiveWindow.adaptive(limit, beganNs)
            : AdaptiveWindow.fixed(limit, settings.window());
    this.hotKeys = new HotKeys(settings.hotKeyWaiting(), turn, beganNs);
    this.conflicts = new ConflictSketch(beganNs);
  }

  /** Slots of a coordinator: as many as it may have in flight, and as many that still install. */
  public static int slotsFor(int limit) {
    return 2 * limit;
  }

  /** One processor's share of something that is shared out evenly; at least 1. */
  public static int shareOf(int total, int processors, int index) {
    return Math.max(1, total / processors + (index < total % processors ? 1 : 0));
  }

  // Any thread.

  /** Hands a transaction over for admission; false if too many wait already. */
  public boolean submit(Work work) {
    return submissions.offer(work);
  }

  /** Hands the next operation of an interactive transaction over. */
  void step(InteractiveWork work, BooleanSupplier serviceTerminated) {
    while (!steps.offer(work) && !serviceTerminated.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  /** Whether what commits outlives the service. */
  boolean isDurable() {
    return settings.durable();
  }

  public Submissions submissions() {
    return submissions;
  }

  public ProcessorCounters counters() {
    return counters;
  }

  public ConflictSketch conflicts() {
    return conflicts;
  }

  /** Asks for {@link #isDrained} to be said once nothing waits or is in flight. */
  public void drain() {
    draining = true;
  }

  public boolean isDrained() {
    return drained;
  }

  // The agent's thread.

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
      drained = freeCount == slots.length && submissions.isEmpty();
    }
    return work;
  }

  private int takeDecisions() {
    int work = 0;
    ValidationRequest request;
    while ((request = decisions.poll()) != null) {
      decided(slots[request.slot()], request);
      work++;
    }
    return work;
  }

  private int takeReplies() {
    int work = 0;
    StorageRequest request;
    while ((request = storage.reply()) != null) {
      request.clear();
      TransactionSlot slot = slots[request.slot()];
      if (--slot.outstanding == 0) {
        if (slot.phase == Phase.INSTALLING) {
          watermark.installed(slot.validation.commitVersion());
          release(slot);
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

  /** While a caller thinks, its transaction takes no room from those that run. */
  private void backFromCaller(TransactionSlot slot) {
    if (slot.phase == Phase.WITH_CALLER) {
      slot.phase = Phase.READING;
      withCaller--;
      running++;
    }
  }

  /** Goes on with what has got its turn, and with what has caught up. */
  private int goOn() {
    int work = 0;
    TransactionSlot slot;
    while ((slot = hotKeys.ready()) != null) {
      running++;
      queued--;
      if (slot.restarts > 0) {
        beginRun(slot);
      } else {
        advance(slot, Work.Step.READ);
      }
      work++;
    }
    while (!catchingUp.isEmpty()
        && watermark.get() >= catchingUp.peekFirst().validation.foundVersion()) {
      beginRun(catchingUp.removeFirst());
      work++;
    }
    return work;
  }

  private int admit() {
    int work = 0;
    while (inFlight - queued - withCaller < limit && freeCount > 0) {
      if (running >= window.width()) {
        if (!submissions.isEmpty()) {
          window.full();
          counters.count(ProcessorCounter.FULL_CYCLES);
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
    if (queued > 0 || inFlight - queued - withCaller >= limit) {
      counters.count(ProcessorCounter.FULL_CYCLES);
    }
    counters.level(ProcessorCounter.COMPLETED, completed);
    counters.level(ProcessorCounter.IN_FLIGHT, inFlight);
    counters.level(ProcessorCounter.WAITING_FOR_KEYS, queued);
    counters.level(ProcessorCounter.WINDOW, window.width());
    return work;
  }

  private void admit(Work work) {
    TransactionSlot slot = slots[free[--freeCount]];
    inFlight++;
    running++;
    slot.admit(work, ((long) index << RecentTransactions.PROCESSOR_SHIFT) + ++transactions);
    recent.admitted(slot.transactionId, work.procedureNumber());
    counters.count(ProcessorCounter.ADMITTED);
    Work.Step step = work.begin(slot);
    if (step == Work.Step.READ && work.declaresKeys() && !mayGo(slot)) {
      queue(slot);
    } else {
      advance(slot, step);
    }
  }

  /** Whether it need not wait for a turn; if so many wait that others lack slots, it passes. */
  private boolean mayGo(TransactionSlot slot) {
    return queued >= limit || hotKeys.join(slot);
  }

  private void queue(TransactionSlot slot) {
    slot.phase = Phase.QUEUED;
    running--;
    queued++;
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
        running--;
        withCaller++;
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
    // Who would get no other attempt is repaired even while it is found out whether repair pays.
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
      case RESERVED -> catchUp(slot);
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
    inFlight--;
    running--;
    hotKeys.leave(slot);
    if (slot.repairedKey != null) {
      countRepair(slot);
    }
    if (recorder != null) {
      slot.record(recorder, clock.nanoTime());
    }
    Work work = slot.work;
    // From here on it counts as answered: the end of the process does not record it once more.
    slot.work = null;
    work.committed(slot, slot.restarts == 0 ? null : slot.lastConflict());
    if (!writes) {
      release(slot);
    }
  }

  private void abort(TransactionSlot slot, AbortCause cause) {
    slot.reserved = false;
    int read = slot.validation.conflictingRead();
    if (read >= 0) {
      hotKeys.warm(slot.run.reads.fingerprint(read));
    }
    countConflict(slot, cause, read);
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

  private void countConflict(TransactionSlot slot, AbortCause cause, int read) {
    slot.repairedKey = null;
    if (read >= 0) {
      conflicts.onKey(cause, slot.run.reads.fingerprint(read), slot.run.reads.key(read));
    }
    conflicts.between(slot.work.procedureNumber(), otherProcedure(slot));
  }

  /** It committed, but only because it was run again. */
  private void countRepair(TransactionSlot slot) {
    conflicts.repaired(slot.repairedFingerprint, slot.repairedKey);
    conflicts.between(slot.work.procedureNumber(), otherProcedure(slot));
    slot.repairedKey = null;
  }

  private int otherProcedure(TransactionSlot slot) {
    long other = slot.validation.otherTransaction();
    return other == ValidationRequest.NONE ? ProcedureNames.UNKNOWN : recent.procedureOf(other);
  }

  private void restart(TransactionSlot slot) {
    slot.restarts++;
    counters.count(ProcessorCounter.RESTARTS);
    if (settings.attemptBound() > 0) {
      slot.rememberKeys();
      // Whoever is slower than a reservation lasts must not hold the others up for ever.
      if (slot.restarts >= settings.attemptBound() / 2 && slot.restarts < settings.attemptBound()) {
        askForReservation(slot);
        return;
      }
    }
    if (slot.turns.isEmpty() && !mayGo(slot)) {
      queue(slot);
    } else {
      beginRun(slot);
    }
  }

  private void askForReservation(TransactionSlot slot) {
    slot.phase = Phase.RESERVING;
    running--;
    hotKeys.leave(slot);
    boolean everything = slot.restarts >= settings.attemptBound() - 1;
    ValidationRequest request = slot.validation;
    request.beginReservation(slot.transactionId, slot.restarts, everything, slot.work.deadlineNs());
    if (!everything) {
      slot.knownKeys.forEachLong(key -> request.read(key, 0));
    }
    sendToValidator(request);
  }

  private void catchUp(TransactionSlot slot) {
    slot.phase = Phase.CATCHING_UP;
    slot.reserved = true;
    running++;
    catchingUp.addLast(slot);
  }

  /** What it had reserved is free again, or it could reserve nothing in its time. */
  private void released(TransactionSlot slot) {
    if (slot.work != null) {
      counters.count(AbortCause.TIMEOUT);
      slot.work.timedOut(slot.restarts, slot.lastConflict());
      inFlight--;
    }
    release(slot);
  }

  /** Lets go of a transaction that has its outcome and does not commit. */
  private void end(TransactionSlot slot) {
    inFlight--;
    running--;
    slot.work = null;
    hotKeys.leave(slot);
    if (slot.reserved) {
      slot.phase = Phase.RESERVING;
      slot.validation.beginRelease(slot.transactionId, slot.restarts);
      sendToValidator(slot.validation);
    } else {
      release(slot);
    }
  }

  private void release(TransactionSlot slot) {
    slot.clear();
    free[freeCount++] = slot.index;
  }

  /** Ends what its caller has let expire. What is at another stage ends when it comes back. */
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
      if ((slot.phase == Phase.WITH_CALLER || slot.phase == Phase.QUEUED)
          && slot.work.isExpired(nowNs)) {
        counters.count(AbortCause.TIMEOUT);
        slot.work.timedOut(slot.restarts, slot.lastConflict());
        if (slot.phase == Phase.QUEUED) {
          running++;
          queued--;
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

  /** Records what was logged and not answered. To be called when no agent runs any more. */
  public void recordUnanswered(LongPredicate survived) {
    for (TransactionSlot slot : slots) {
      if (isCommittedUnanswered(slot) && survived.test(slot.validation.commitVersion())) {
        slot.record(recorder, HistoryRecorder.UNKNOWN_END);
      }
    }
  }

  /** The process may also have ended after the slot's writes were sent and before its answer. */
  private static boolean isCommittedUnanswered(TransactionSlot slot) {
    return (slot.phase == Phase.VALIDATING || (slot.phase == Phase.INSTALLING && slot.work != null))
        && slot.validation.decision() == Decision.COMMIT
        && slot.validation.commitVersion() > 0;
  }

  /**
   * Ends all that is left. To be called when no agent runs any more. What was sent to the validator
   * may be on disk, and what is to be installed is, even if its caller was not told.
   */
  public void rejectAll(YardmasterException error) {
    for (TransactionSlot slot : slots) {
      if (slot.work != null) {
        slot.work.ended(
            (slot.phase == Phase.VALIDATING || slot.phase == Phase.INSTALLING) && isDurable()
                ? ServiceOutcomes.unknownSince(error)
                : new Outcome.Rejected<>(error));
        slot.work = null;
      }
    }
    submissions.reject(error);
  }

  @Override
  public String roleName() {
    return name;
  }
}
