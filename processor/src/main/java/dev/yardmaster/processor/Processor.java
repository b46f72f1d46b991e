package dev.yardmaster.processor;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.storage.ReadRequest;
import dev.yardmaster.storage.StorageRequest;
import dev.yardmaster.storage.WriteRequest;
import dev.yardmaster.validator.ValidationRequest;
import dev.yardmaster.validator.Watermark;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.jctools.queues.MpscArrayQueue;

/**
 * A transaction coordinator. It never waits for a message: it carries as many transactions at once
 * as it has slots for, and moves each one step on when something arrives for it.
 *
 * <pre>
 *   admit ─▶ READING ─▶ VALIDATING ─▶ INSTALLING ─▶ free
 *               ▲  │         │
 *               │  ▼         │ conflict
 *           WITH_CALLER      │
 *               └────────────┘ run again
 * </pre>
 *
 * <p>All transitions of a slot are in this class, so that the picture can be checked against it in
 * one place.
 *
 * <p>The slot of a transaction that commits is free again when storage has installed its writes;
 * its caller is answered before, since every read is validated against the commit.
 */
final class Processor implements Agent {

  private static final long SWEEP_INTERVAL_NS = 1_000_000;

  private final String name;
  private final int index;
  private final PipelineConfig config;
  private final NanoClock clock;
  private final Watermark watermark;
  private final List<Queue<StorageRequest>> storage;
  private final Queue<ValidationRequest> validator;
  private final Queue<StorageRequest> replies;
  private final Queue<ValidationRequest> decisions;
  private final HistoryRecorder recorder;
  private final MpscArrayQueue<Work> submissions;
  private final MpscArrayQueue<Session> steps;

  private final TransactionSlot[] slots;
  private final int[] free;
  private int freeCount;
  private final int limit;
  private int inFlight;
  private long transactions;
  private long nowNs;
  private long nextSweepNs;
  private volatile boolean draining;
  private volatile boolean drained;

  private final AtomicLongArray counters = new AtomicLongArray(ProcessorCounter.values().length);

  /** Counted by callers' threads. */
  private final LongAdder refused = new LongAdder();

  private final AtomicLongArray aborts = new AtomicLongArray(AbortCause.values().length);

  /**
   * A coordinator.
   *
   * @param index its number among the coordinators
   * @param limit most transactions in flight
   * @param storage the queue of each shard's worker
   * @param replies where storage workers answer
   * @param decisions where the validator answers
   * @param recorder records what commits; null to record nothing
   */
  Processor(
      int index,
      int limit,
      PipelineConfig config,
      Fingerprints fingerprints,
      Watermark watermark,
      List<Queue<StorageRequest>> storage,
      Queue<ValidationRequest> validator,
      Queue<StorageRequest> replies,
      Queue<ValidationRequest> decisions,
      HistoryRecorder recorder,
      NanoClock clock) {
    this.name = "processor-" + index;
    this.index = index;
    this.limit = limit;
    this.config = config;
    this.watermark = watermark;
    this.storage = storage;
    this.validator = validator;
    this.replies = replies;
    this.decisions = decisions;
    this.recorder = recorder;
    this.clock = clock;
    this.submissions = new MpscArrayQueue<>(config.waitingTransactions());
    this.slots = new TransactionSlot[slotsFor(limit)];
    this.steps = new MpscArrayQueue<>(slots.length);
    this.free = new int[slots.length];
    for (int i = slots.length - 1; i >= 0; i--) {
      slots[i] = newSlot(i, fingerprints);
      free[freeCount++] = i;
    }
    this.nextSweepNs = clock.nanoTime() + SWEEP_INTERVAL_NS;
  }

  /** Slots of a coordinator: as many as it may have in flight, and as many that still install. */
  static int slotsFor(int limit) {
    return 2 * limit;
  }

  private TransactionSlot newSlot(int slot, Fingerprints fingerprints) {
    ReadRequest[] readRequests = new ReadRequest[storage.size()];
    WriteRequest[] writeRequests = new WriteRequest[storage.size()];
    TransactionSlot made =
        new TransactionSlot(
            slot,
            readRequests,
            writeRequests,
            new ValidationRequest(slot, decisions),
            fingerprints,
            config.maxKeysPerTransaction());
    for (int shard = 0; shard < storage.size(); shard++) {
      readRequests[shard] = new ReadRequest(slot, replies, made.reads);
      writeRequests[shard] = new WriteRequest(slot, replies, made.writes);
    }
    return made;
  }

  // Any thread.

  /** Hands a transaction over for admission; false if too many wait already. */
  boolean submit(Work work) {
    return submissions.offer(work);
  }

  /** Hands an admitted session's next operation over. */
  void step(Session session, BooleanSupplier serviceTerminated) {
    while (!steps.offer(session) && !serviceTerminated.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  /** Counts a refusal and says why. */
  YardmasterException overloaded() {
    refused.increment();
    return new YardmasterException(
        ErrorCode.OVERLOADED,
        "too many transactions wait for admission",
        "waiting",
        submissions.size(),
        "limit",
        submissions.capacity());
  }

  /** The error for what a closed service does not do; with the failure that closed it, or null. */
  static YardmasterException closed(Throwable failure) {
    return failure == null
        ? new YardmasterException(ErrorCode.CLOSED, "the service is closed")
        : new YardmasterException(ErrorCode.CLOSED, "the service failed and is closed", failure);
  }

  long counter(ProcessorCounter counter) {
    return counters.getOpaque(counter.ordinal());
  }

  long aborts(AbortCause cause) {
    return aborts.getOpaque(cause.ordinal());
  }

  long refused() {
    return refused.sum();
  }

  int waiting() {
    return submissions.size();
  }

  /** Asks for {@link #isDrained} to be said once nothing waits or is in flight. */
  void drain() {
    draining = true;
  }

  boolean isDrained() {
    return drained;
  }

  // The agent's thread.

  @Override
  public int doWork() {
    nowNs = clock.nanoTime();
    int work = takeDecisions();
    work += takeReplies();
    work += takeSteps();
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
    while ((request = replies.poll()) != null) {
      request.clear();
      TransactionSlot slot = slots[request.slot()];
      if (--slot.outstanding == 0) {
        if (slot.phase == TransactionSlot.Phase.INSTALLING) {
          watermark.installed(slot.validation.commitVersion());
          release(slot);
        } else {
          advance(slot, slot.work.readsArrived(slot));
        }
      }
      work++;
    }
    return work;
  }

  private int takeSteps() {
    int work = 0;
    Session session;
    while ((session = steps.poll()) != null) {
      TransactionSlot slot = session.slot();
      if (slot == null) {
        session.repeatOutcome();
      } else {
        advance(slot, session.perform());
      }
      work++;
    }
    return work;
  }

  private int admit() {
    int work = 0;
    while (inFlight < limit && freeCount > 0) {
      Work next = submissions.poll();
      if (next == null) {
        break;
      }
      work++;
      if (!next.claim()) {
        continue;
      }
      if (next.isExpired(nowNs)) {
        count(aborts, AbortCause.TIMEOUT.ordinal());
        next.timedOut(0, null);
        continue;
      }
      TransactionSlot slot = slots[free[--freeCount]];
      inFlight++;
      slot.work = next;
      slot.restarts = 0;
      slot.transactionId = ((long) index << 48) + ++transactions;
      count(counters, ProcessorCounter.ADMITTED.ordinal());
      beginRun(slot);
    }
    counters.setOpaque(ProcessorCounter.IN_FLIGHT.ordinal(), inFlight);
    return work;
  }

  private void beginRun(TransactionSlot slot) {
    slot.clearRun();
    advance(slot, slot.work.begin(slot));
  }

  private void advance(TransactionSlot slot, Work.Step step) {
    switch (step) {
      case READ -> sendReads(slot);
      case VALIDATE -> sendValidation(slot);
      case WAIT -> slot.phase = TransactionSlot.Phase.WITH_CALLER;
      case END -> {
        inFlight--;
        release(slot);
      }
    }
  }

  private void sendReads(TransactionSlot slot) {
    slot.phase = TransactionSlot.Phase.READING;
    int from = slot.readsSent;
    int size = slot.reads.size();
    slot.readsSent = size;
    for (int position = from; position < size; position++) {
      ReadRequest request = slot.readRequests[shardOf(slot.reads.fingerprint(position))];
      if (request.count() == 0) {
        slot.outstanding++;
      }
      request.add(position);
    }
    for (int shard = 0; shard < slot.readRequests.length; shard++) {
      if (slot.readRequests[shard].count() > 0) {
        send(storage.get(shard), slot.readRequests[shard]);
      }
    }
  }

  private void sendValidation(TransactionSlot slot) {
    slot.phase = TransactionSlot.Phase.VALIDATING;
    ValidationRequest request = slot.validation;
    request.begin(slot.transactionId, slot.restarts, slot.work.options().weight());
    for (int i = 0; i < slot.readsSent; i++) {
      request.read(slot.reads.fingerprint(i), slot.reads.freshThrough(i));
    }
    for (int i = 0; i < slot.writes.size(); i++) {
      if (slot.writes.isWritten(i)) {
        request.write(slot.writes.fingerprint(i));
      }
    }
    send(validator, request);
  }

  private void decided(TransactionSlot slot, ValidationRequest request) {
    switch (request.decision()) {
      case COMMIT -> commit(slot);
      case VICTIM -> abort(slot, AbortCause.VICTIM);
      case PRE_VALIDATION -> abort(slot, AbortCause.PRE_VALIDATION);
      case VALIDATION -> abort(slot, AbortCause.VALIDATION);
      case TRUNCATED -> abort(slot, AbortCause.TRUNCATED);
    }
  }

  private void commit(TransactionSlot slot) {
    inFlight--;
    if (slot.failure == null) {
      count(counters, ProcessorCounter.COMMITTED.ordinal());
    } else if (slot.failure instanceof UserAbort) {
      count(aborts, AbortCause.USER.ordinal());
    } else {
      count(counters, ProcessorCounter.LOGIC_FAILED.ordinal());
    }
    boolean writes = slot.writes.writtenCount() > 0;
    if (writes) {
      install(slot);
    }
    if (recorder != null) {
      slot.record(recorder, clock.nanoTime());
    }
    slot.work.committed(slot, slot.restarts == 0 ? null : slot.lastConflict());
    slot.work = null;
    if (!writes) {
      release(slot);
    }
  }

  private void install(TransactionSlot slot) {
    slot.phase = TransactionSlot.Phase.INSTALLING;
    for (int position = 0; position < slot.writes.size(); position++) {
      if (slot.writes.isWritten(position)) {
        WriteRequest request = slot.writeRequests[shardOf(slot.writes.fingerprint(position))];
        if (request.count() == 0) {
          slot.outstanding++;
        }
        request.add(position);
      }
    }
    for (int shard = 0; shard < slot.writeRequests.length; shard++) {
      WriteRequest request = slot.writeRequests[shard];
      if (request.count() > 0) {
        request.version(slot.validation.commitVersion());
        send(storage.get(shard), request);
      }
    }
  }

  private void abort(TransactionSlot slot, AbortCause cause) {
    if (config.conflictReports()) {
      slot.rememberConflict(cause);
    }
    Work work = slot.work;
    boolean expired = work.isExpired(nowNs);
    count(aborts, (expired ? AbortCause.TIMEOUT : cause).ordinal());
    if (expired) {
      work.timedOut(slot.restarts, slot.lastConflict());
    } else if (slot.restarts + 1 >= work.options().maxAttempts()) {
      work.ended(
          new Outcome.Aborted<>(
              cause,
              "the bound of " + work.options().maxAttempts() + " attempts was reached",
              slot.restarts,
              slot.lastConflict()));
    } else {
      slot.restarts++;
      count(counters, ProcessorCounter.RESTARTS.ordinal());
      beginRun(slot);
      return;
    }
    inFlight--;
    release(slot);
  }

  private void release(TransactionSlot slot) {
    slot.phase = TransactionSlot.Phase.FREE;
    slot.work = null;
    slot.clearRun();
    slot.forgetConflict();
    free[freeCount++] = slot.index;
  }

  /** Ends what its caller has let expire. What is at another stage ends when it comes back. */
  private void sweep() {
    nextSweepNs = nowNs + SWEEP_INTERVAL_NS;
    for (TransactionSlot slot : slots) {
      if (slot.phase == TransactionSlot.Phase.WITH_CALLER && slot.work.isExpired(nowNs)) {
        count(aborts, AbortCause.TIMEOUT.ordinal());
        slot.work.timedOut(slot.restarts, slot.lastConflict());
        inFlight--;
        release(slot);
      }
    }
    expireWaiting();
  }

  private void expireWaiting() {
    for (Work waiting : submissions) {
      if (waiting instanceof ProcedureCall call && call.isExpired(nowNs) && call.claim()) {
        count(aborts, AbortCause.TIMEOUT.ordinal());
        call.timedOut(0, null);
      }
    }
  }

  /** Ends all that is left. To be called when no agent runs any more. */
  void rejectAll(YardmasterException error) {
    for (TransactionSlot slot : slots) {
      if (slot.work != null) {
        slot.work.ended(new Outcome.Rejected<>(error));
        slot.work = null;
      }
    }
    rejectWaiting(error);
  }

  /** Ends all that waits for admission. To be called when no agent runs any more. */
  void rejectWaiting(YardmasterException error) {
    Work waiting;
    while ((waiting = pollWaiting()) != null) {
      if (waiting.claim()) {
        waiting.ended(new Outcome.Rejected<>(error));
      }
    }
  }

  /**
   * Several threads may come here at the end; what is chained to an outcome runs without the lock.
   */
  private synchronized Work pollWaiting() {
    return submissions.poll();
  }

  private int shardOf(long fingerprint) {
    return (int) (((fingerprint >>> 32) * storage.size()) >>> 32);
  }

  private static <T> void send(Queue<T> queue, T message) {
    if (!queue.offer(message)) {
      throw new IllegalStateException("a queue between stages is full");
    }
  }

  private static void count(AtomicLongArray totals, int which) {
    totals.setOpaque(which, totals.getPlain(which) + 1);
  }

  @Override
  public String roleName() {
    return name;
  }
}
