package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.coordinator.TransactionSlot.Phase;
import dev.yardmaster.processor.tuning.CurrentTuning;
import dev.yardmaster.service.ServiceOutcomes;
import dev.yardmaster.validator.ValidationRequest;
import dev.yardmaster.validator.Watermark;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import org.agrona.concurrent.NanoClock;

/**
 * The state machine of the transactions of one processor. All transitions of a slot are in this
 * class, so that a reader can compare them with the diagram. The processor's thread calls the
 * methods.
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
 * <p>The coordinator answers the caller of a committed transaction before the writes are installed.
 * This is safe because the validator checks every later read against the commit. The slot becomes
 * free when storage has installed the writes.
 *
 * <p>A transaction that declares a hot key waits in this key's queue ({@link HotKeys}). When a
 * transaction has used half of its attempts, the validator reserves the keys that the transaction
 * has accessed so far. For the last attempt, the validator reserves all keys of the service. An
 * attempt with a reservation starts its reads only after all earlier commits are installed, so that
 * no earlier commit can make the reads stale. If a commit caused a transaction's abort, the
 * transaction runs again only after this commit is installed. Otherwise the new run could read the
 * replaced version again. Without a log, only interactive transactions wait for the install.
 */
final class Transitions {

  private final ProcessorSettings settings;
  private final SlotPool slots;
  private final ProcessorCounters counters;
  private final HotKeys hotKeys;
  private final ConflictObserver conflicts;
  private final CurrentTuning tuning;
  private final Watermark watermark;
  private final StorageLinks storage;
  private final Queue<ValidationRequest> validator;
  private final HistoryRecorder recorder;
  private final NanoClock clock;
  private final ArrayDeque<TransactionSlot> catchingUp = new ArrayDeque<>();

  /** The number of transactions that committed or were aborted by their own logic. */
  private long completed;

  private long nowNs;

  /** Creates the state machine. The parameters have the same meanings as in {@link Processor}. */
  Transitions(
      ProcessorSettings settings,
      SlotPool slots,
      ProcessorCounters counters,
      HotKeys hotKeys,
      ConflictObserver conflicts,
      CurrentTuning tuning,
      Watermark watermark,
      StorageLinks storage,
      Queue<ValidationRequest> validator,
      HistoryRecorder recorder,
      NanoClock clock) {
    this.settings = settings;
    this.slots = slots;
    this.counters = counters;
    this.hotKeys = hotKeys;
    this.conflicts = conflicts;
    this.tuning = tuning;
    this.watermark = watermark;
    this.storage = storage;
    this.validator = validator;
    this.recorder = recorder;
    this.clock = clock;
  }

  /** Sets the time of the duty cycle that begins, in ns. */
  void cycle(long beginNs) {
    nowNs = beginNs;
  }

  /** Returns the number of transactions that committed or were aborted by their own logic. */
  long completed() {
    return completed;
  }

  /**
   * Puts a transaction into a free slot, and begins its first run.
   *
   * @param transactionId the number by which conflict reports name the transaction
   */
  void admit(Work work, long transactionId) {
    TransactionSlot slot = slots.take();
    slot.admit(work, transactionId);
    conflicts.admitted(slot);
    counters.count(ProcessorCounter.ADMITTED);
    Work.Step step = work.begin(slot);
    if (step == Work.Step.READ && work.declaresKeys() && !mayGo(slot)) {
      queue(slot);
    } else {
      advance(slot, step);
    }
  }

  /** Advances a transaction after storage has answered all its requests. */
  void answered(TransactionSlot slot) {
    if (slot.phase == Phase.INSTALLING) {
      watermark.installed(slot.validation.commitVersion());
      slots.release(slot);
    } else {
      slot.run.answered();
      advance(slot, slot.work.readsArrived(slot));
    }
  }

  /**
   * Counts the transaction as running again after its caller has sent an operation. While the logic
   * runs at the caller, the transaction does not count against the limit of running transactions.
   */
  void backFromCaller(TransactionSlot slot) {
    if (slot.phase == Phase.WITH_CALLER) {
      slot.phase = Phase.READING;
      slots.returnedByCaller();
    }
  }

  /**
   * Advances waiting transactions that can now run: transactions that have received the last of
   * their turns on hot keys, and transactions that waited for commits which are now installed.
   */
  int goOn() {
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
   * Returns whether a transaction may run again. With a reservation, all commits before the
   * reservation must be installed. Without a reservation, the commit that caused the abort must be
   * installed.
   */
  private boolean hasCaughtUp(TransactionSlot slot) {
    long version = slot.validation.foundVersion();
    return slot.reserved ? version <= watermark.get() : watermark.isInstalled(version);
  }

  /**
   * Returns whether the transaction may run without waiting for a turn on a hot key. If {@code
   * limit} transactions already wait, a further transaction does not wait, because otherwise
   * waiting transactions would take all slots.
   */
  private boolean mayGo(TransactionSlot slot) {
    return slots.queued() >= settings.limit() || hotKeys.join(slot);
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

  /** Advances a transaction to the next step of its logic. */
  void advance(TransactionSlot slot, Work.Step step) {
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

  /** Processes a decision of the validator. */
  void decided(TransactionSlot slot, ValidationRequest request) {
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
    work.committed(slot, slot.lastConflict());
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
      // A transaction that has reached the bound gets no further reservation. Its runs may take
      // longer than a reservation lasts, and repeated reservations would delay other transactions
      // forever.
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
    // Without a log, the commit that caused the abort is installed before the new run could finish.
    // With a log, the commit waits for the disk or for a majority before it is installed. A run
    // that starts before the install would have stale reads.
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
   * Frees the slot of a transaction after its reservation was released, or after its deadline
   * passed without a reservation.
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

  /** Returns whether a transaction waits for its caller, for a turn or for an install. */
  boolean isWaiting(TransactionSlot slot) {
    return slot.phase == Phase.WITH_CALLER
        || slot.phase == Phase.QUEUED
        || slot.phase == Phase.CATCHING_UP;
  }

  /** Ends a waiting transaction whose deadline has passed. */
  void expire(TransactionSlot slot) {
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
