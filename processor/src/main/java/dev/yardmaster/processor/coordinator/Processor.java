package dev.yardmaster.processor.coordinator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.AbortCause;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.tuning.AdaptiveWindow;
import dev.yardmaster.processor.tuning.CurrentTuning;
import dev.yardmaster.service.conflicts.sketch.ConflictSketch;
import dev.yardmaster.service.conflicts.sketch.RecentTransactions;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.format.RecordEncoder;
import dev.yardmaster.storage.worker.StorageRequest;
import dev.yardmaster.trials.TrialLock;
import dev.yardmaster.validator.ValidationRequest;
import dev.yardmaster.validator.Watermark;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.jctools.queues.MpscArrayQueue;

/**
 * A transaction coordinator: an agent that executes many transactions concurrently. The agent never
 * blocks. The processor receives decisions of the validator, replies of storage, operations of
 * callers, and new transactions. For each message, it advances the transaction by one step ({@link
 * Transitions}).
 *
 * <p>The coordinator decides when to admit a transaction: the number of slots, the adaptive window
 * and the limit of data bound the number of transactions in flight. The coordinator also ends
 * transactions whose deadlines have passed.
 */
public final class Processor implements Agent {

  private static final long SWEEP_INTERVAL_NS = 1_000_000;

  private final String name;
  private final int index;
  private final ProcessorSettings settings;
  private final NanoClock clock;
  private final StorageLinks storage;
  private final Queue<ValidationRequest> decisions;
  private final HistoryRecorder recorder;
  private final WakeUp wakeUp;
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
  private final Transitions transitions;
  private long transactions;
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
   * @param tuning the current tuning; the coordinator reads it for each run
   * @param turn the lock that a trial of this coordinator's settings holds, so that only one trial
   *     runs at a time
   * @param repair repeats the runs of stale procedures at the final validation. All coordinators
   *     share this object; only the thread of the final validation calls the object's methods
   * @param encoder encodes the log records; the final validation also calls it. Null for a pipeline
   *     in memory
   * @param writeSets creates the write set of each slot
   * @param recent the table of recent transactions: the coordinator adds its own transactions, and
   *     looks up transactions of other coordinators
   * @param recorder the recorder of committed transactions; null to record nothing
   * @param wakeUp wakes the pipeline's threads if they sleep
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
      WakeUp wakeUp,
      NanoClock clock) {
    this.settings = settings;
    this.index = settings.index();
    this.name = "processor-" + index;
    this.limit = settings.limit();
    this.transactions = settings.firstTransaction();
    this.storage = storage;
    this.decisions = decisions;
    this.recorder = recorder;
    this.wakeUp = wakeUp;
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
    this.transitions =
        new Transitions(
            settings, slots, counters, hotKeys, conflicts, tuning, watermark, storage, validator,
            recorder, clock);
  }

  /**
   * Returns the number of slots that a coordinator needs: {@code limit} slots for transactions in
   * flight, plus {@code limit} slots for transactions whose writes are being installed.
   */
  public static int slotsFor(int limit) {
    return 2 * limit;
  }

  /**
   * Returns one processor's share if {@code total} is divided evenly among the processors. The
   * share is at least 1.
   */
  public static int shareOf(int total, int processors, int index) {
    return Math.max(1, total / processors + (index < total % processors ? 1 : 0));
  }

  // Any thread may call the following methods.

  /** Submits a transaction for admission. Returns false if the queue of its priority is full. */
  public boolean submit(Work work) {
    boolean accepted = submissions.offer(work);
    wakeUp.signal();
    return accepted;
  }

  /**
   * Submits the next operation of an interactive transaction. While the queue is full, the calling
   * thread spins.
   */
  void step(InteractiveWork work, BooleanSupplier serviceTerminated) {
    while (!steps.offer(work) && !serviceTerminated.getAsBoolean()) {
      Thread.onSpinWait();
    }
    wakeUp.signal();
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
   * Starts draining: {@link #isDrained} returns true as soon as no transaction is waiting or in
   * flight.
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
    transitions.cycle(nowNs);
    int work = takeDecisions();
    work += takeReplies();
    work += takeSteps();
    work += transitions.goOn();
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
      transitions.decided(slots.get(request.slot()), request);
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
        transitions.answered(slot);
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
        transitions.backFromCaller(slot);
        transitions.advance(slot, next.perform());
      }
      work++;
    }
    return work;
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
        transitions.admit(
            next, ((long) index << ConflictObserver.PROCESSOR_SHIFT) + ++transactions);
      }
    }
    if (full || held || slots.queued() > 0 || slots.active() >= limit) {
      counters.count(ProcessorCounter.FULL_CYCLES);
    }
    counters.level(ProcessorCounter.COMPLETED, transitions.completed());
    counters.level(ProcessorCounter.IN_FLIGHT, slots.inFlight());
    counters.level(ProcessorCounter.WAITING_FOR_KEYS, slots.queued());
    counters.level(ProcessorCounter.WINDOW, window.width());
    return work;
  }

  /**
   * Ends transactions whose deadlines have passed while they waited for their callers, for a turn
   * on a hot key, for an install or for admission. If a transaction is at storage or at the
   * validator, it ends after the reply has arrived.
   */
  private void sweep() {
    nextSweepNs = nowNs + SWEEP_INTERVAL_NS;
    long completed = transitions.completed();
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
      if (transitions.isWaiting(slot) && slot.work.isExpired(nowNs)) {
        transitions.expire(slot);
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
   * Returns the transactions whose callers have not been answered. Call this method only after all
   * agents have stopped.
   */
  public UnansweredTransactions unanswered() {
    return new UnansweredTransactions(slots, submissions, recorder, isDurable());
  }

  @Override
  public String roleName() {
    return name;
  }
}
