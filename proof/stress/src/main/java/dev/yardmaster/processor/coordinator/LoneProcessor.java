package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.caller.CallerSide;
import dev.yardmaster.processor.caller.CallerTurns;
import dev.yardmaster.processor.caller.PipelineSession;
import dev.yardmaster.processor.tuning.CurrentTuning;
import dev.yardmaster.processor.tuning.Tuning;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.service.ServiceOutcomes;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.service.conflicts.sketch.RecentTransactions;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.worker.OutcomeRetention;
import dev.yardmaster.storage.worker.RangeMarks;
import dev.yardmaster.storage.worker.StorageRequest;
import dev.yardmaster.storage.worker.StorageSettings;
import dev.yardmaster.storage.worker.StorageWorker;
import dev.yardmaster.trials.TrialLock;
import dev.yardmaster.validator.AllCommit;
import dev.yardmaster.validator.ValidationRequest;
import dev.yardmaster.validator.Watermark;
import java.util.List;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;
import org.jctools.queues.SpscArrayQueue;

/**
 * A processor and the stages that it needs; all of them run on the thread that calls {@link
 * #runStages}. The object is small enough that each iteration can build one. The processor's clock
 * stands still.
 */
final class LoneProcessor {

  static final Key KEY = Key.of("stress", 1);
  static final byte VALUE = 42;

  static final TransactionLimits LIMITS = new TransactionLimits(4, 100, 1_000, 1);

  private static final ProcessorSettings SETTINGS =
      new ProcessorSettings(0, 1, 0, LIMITS, 2, true, 1, 256, true, false, true, 8);
  private static final CurrentTuning TUNING =
      new CurrentTuning(new Tuning(1, 0, false, false, true, Solver.OPTIMAL));
  private static final long SECRET = 1;

  /**
   * The number of idle duty cycles after which the stages stop. These cycles take about as long as
   * a caller needs for its next operation.
   */
  private static final int IDLE_CYCLES = 10;

  private static final VersionedStore STORE = storeWithValue();

  final Processor processor;
  private final StorageWorker storage;
  private final AllCommit validator;

  LoneProcessor() {
    Watermark watermark = new Watermark(2);
    Queue<StorageRequest> toStorage = new SpscArrayQueue<>(2);
    Queue<ValidationRequest> toValidator = new SpscArrayQueue<>(2);
    storage =
        new StorageWorker(
            "storage",
            STORE,
            toStorage,
            StorageSettings.fixed(1, false),
            watermark::get,
            RangeMarks.undivided(watermark::get),
            () -> 0,
            new OutcomeRetention(new OutcomeHorizon(() -> 0, 1), 1));
    validator = new AllCommit(toValidator);
    processor =
        new Processor(
            SETTINGS,
            new Fingerprints(SECRET, SECRET),
            watermark,
            new StorageLinks(List.of(toStorage), new SpscArrayQueue<>(2)),
            toValidator,
            new SpscArrayQueue<>(2),
            TUNING,
            new TrialLock(),
            new ProcedureRepair(LIMITS, 1, 1_000, new Fingerprints(SECRET, SECRET), () -> 0),
            null,
            WriteSet::new,
            new RecentTransactions(1, 2),
            null,
            new WakeUp(),
            () -> 0);
  }

  /** Returns a store that all iterations read and none changes. */
  private static VersionedStore storeWithValue() {
    VersionedStore store = new InMemoryStore();
    store.write(KEY, new Fingerprints(SECRET, SECRET).of(KEY), new byte[] {VALUE}, 1);
    return store;
  }

  /**
   * Waits for work for some duty cycles, and then runs the stages until all work is done.
   *
   * @param idleCycles number of duty cycles to wait. With a large number, the stages and the caller
   *     alternate. With a small number, they overlap by chance
   */
  void runStages(int idleCycles) {
    int left = idleCycles;
    while (left-- > 0) {
      while (processor.doWork() + storage.doWork() + validator.doWork() > 0) {
        left = IDLE_CYCLES;
      }
    }
  }

  /**
   * Runs the last step of a processor, which {@link Pipeline#close} runs when all agents have
   * stopped.
   */
  void rejectAll() {
    processor.unanswered().reject(ServiceOutcomes.closed(null));
  }

  /**
   * Returns an interactive transaction. The caller spins for the replies, and asks the processor
   * for each read.
   */
  PipelineSession session(NanoClock clock, BooleanSupplier serviceTerminated) {
    CallerReads none =
        new CallerReads(List.of(), new Watermark(1), 0, () -> new Fingerprints(SECRET, SECRET));
    return new PipelineSession(
        TransactionOptions.defaults(),
        null,
        0,
        processor,
        new CallerSide(
            none,
            CallerTurns.NONE,
            (waits, over) -> Thread.onSpinWait(),
            clock,
            serviceTerminated));
  }

  /** Returns a call of a procedure that reads the key and returns its value. */
  static ProcedureCall call() {
    return new ProcedureCall(
        ReadOne.REGISTERED, null, TransactionOptions.defaults(), null, 0, false);
  }

  /** Encodes an outcome in one long; for a commit, the long contains the value. */
  static String inAWord(Outcome<Object> outcome) {
    if (outcome == null) {
      return "none";
    }
    if (outcome instanceof Outcome.Committed<Object> committed) {
      return "committed:" + committed.value();
    }
    return outcome.error().code().name();
  }
}
