package dev.yardmaster.processor.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.processor.SteppedPipeline;
import dev.yardmaster.processor.SteppedPipeline.Submitted;
import dev.yardmaster.processor.Window;
import dev.yardmaster.processor.tuning.HotKeyTrial;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.worker.ReadRequest;
import dev.yardmaster.storage.worker.WriteRequest;
import dev.yardmaster.trials.TrialLock;
import dev.yardmaster.validator.ValidationRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the order in which transactions wait in the queues of hot keys. */
class HotKeysTest {

  private static final Key HOT = Key.of("t", 1);
  private static final Key OTHER_HOT = Key.of("t", 2);
  private static final Key COLD = Key.of("t", 3);
  private static final int MAX_WAITING = 3;

  private final Fingerprints fingerprints = new Fingerprints(1, 2);
  private final HotKeys hotKeys = new HotKeys(MAX_WAITING, new TrialLock(), 0);

  @BeforeEach
  void heat() {
    for (int i = 0; i < 3 * HotKeys.HOT; i++) {
      hotKeys.warm(fingerprints.of(HOT));
      hotKeys.warm(fingerprints.of(OTHER_HOT));
    }
    // The first trial switches the queues on. The trial keeps the queues, because without queues
    // no transaction commits in this test.
    hotKeys.adapt(HotKeyTrial.FIRST_REST_NS, 0);
  }

  private TransactionSlot slot() {
    RunBuffer run =
        new RunBuffer(new WriteSet(), fingerprints, new TransactionLimits(10, 100, 1_000, 1), 1);
    return new TransactionSlot(
        0,
        run,
        new ReadRequest[0],
        new WriteRequest[0],
        new ValidationRequest(0, new ArrayDeque<>()),
        null,
        null);
  }

  private TransactionSlot reading(Key key) {
    TransactionSlot slot = slot();
    slot.run.read(key);
    return slot;
  }

  private TransactionSlot writing(Key key) {
    TransactionSlot slot = slot();
    slot.run.write(key);
    return slot;
  }

  private TransactionSlot updating(Key... keys) {
    TransactionSlot slot = slot();
    for (Key key : keys) {
      slot.run.update(key);
    }
    return slot;
  }

  /** Updates keys that have the given fingerprints. */
  private TransactionSlot updatingFingerprints(long... given) {
    TransactionSlot slot = slot();
    for (int i = 0; i < given.length; i++) {
      slot.run.reads.add(Key.of("f", i), given[i]);
      slot.run.writes.add(Key.of("f", i), given[i]);
    }
    return slot;
  }

  private void warm(long fingerprint, int aborts) {
    for (int i = 0; i < aborts; i++) {
      hotKeys.warm(fingerprint);
    }
  }

  /** Returns whether transactions that update a key wait for one another. */
  private boolean isHot(long fingerprint) {
    TransactionSlot first = updatingFingerprints(fingerprint);
    TransactionSlot second = updatingFingerprints(fingerprint);
    assertTrue(hotKeys.join(first));
    boolean hot = !hotKeys.join(second);
    hotKeys.leave(second);
    hotKeys.leave(first);
    return hot;
  }

  @Test
  void aKeyIsHotAfterEnoughAborts() {
    // No other key is hot.
    hotKeys.adapt(HotKeyTrial.FIRST_REST_NS + HotKeys.COOLING_INTERVAL_NS, 0);
    warm(7, HotKeys.HOT - 1);
    assertFalse(isHot(7));
    warm(7, 1);
    assertTrue(isHot(7));
  }

  /** Only the bits from 40 decide about the place, so these two keys have the same place. */
  @Test
  void ofTwoKeysInOnePlaceTheHotterOneStays() {
    warm(7, HotKeys.HOT);
    warm(8, HotKeys.HOT - 1);
    assertFalse(isHot(7) || isHot(8));
    warm(7, HotKeys.HOT - 1);
    assertTrue(isHot(7));
    warm(8, HotKeys.HOT);
    assertFalse(isHot(7) || isHot(8));
    warm(8, HotKeys.HOT - 1);
    assertTrue(isHot(8));
    assertFalse(isHot(7));
  }

  @Test
  void aTransactionDoesNotWaitForItselfIfTwoOfItsKeysHaveTheSameFingerprint() {
    warm(7, HotKeys.HOT);
    TransactionSlot twice = updatingFingerprints(7, 7);
    TransactionSlot next = updatingFingerprints(7, 7);
    assertTrue(hotKeys.join(twice));
    assertFalse(hotKeys.join(next));
    hotKeys.leave(twice);
    assertSame(next, hotKeys.ready());
    hotKeys.leave(next);
    assertEquals(0, hotKeys.lines());
  }

  @Test
  void updatesOfAHotKeyGoOneByOneInOrder() {
    TransactionSlot first = updating(HOT);
    TransactionSlot second = updating(HOT);
    TransactionSlot third = updating(HOT);
    assertTrue(hotKeys.join(first));
    assertFalse(hotKeys.join(second));
    assertFalse(hotKeys.join(third));
    assertNull(hotKeys.ready());
    hotKeys.leave(first);
    assertSame(second, hotKeys.ready());
    assertNull(hotKeys.ready());
    hotKeys.leave(second);
    assertSame(third, hotKeys.ready());
    hotKeys.leave(third);
    assertEquals(0, hotKeys.lines());
  }

  @Test
  void coldKeysPass() {
    assertTrue(hotKeys.join(updating(HOT)));
    for (int i = 0; i < 10; i++) {
      assertTrue(hotKeys.join(updating(COLD)));
    }
  }

  @Test
  void readersGoTogetherAndSoDoWriters() {
    TransactionSlot reader = reading(HOT);
    assertTrue(hotKeys.join(reader));
    TransactionSlot otherReader = reading(HOT);
    assertTrue(hotKeys.join(otherReader));
    TransactionSlot writer = writing(HOT);
    TransactionSlot otherWriter = writing(HOT);
    assertFalse(hotKeys.join(writer));
    assertFalse(hotKeys.join(otherWriter));
    assertFalse(hotKeys.join(reading(HOT)), "a reader must not overtake waiting writers");
    hotKeys.leave(reader);
    assertNull(hotKeys.ready());
    hotKeys.leave(otherReader);
    assertSame(writer, hotKeys.ready());
    assertSame(otherWriter, hotKeys.ready());
    assertNull(hotKeys.ready());
  }

  @Test
  void whoMeetsOthersOnTwoKeysWaitsForBoth() {
    TransactionSlot first = updating(HOT);
    TransactionSlot second = updating(OTHER_HOT);
    TransactionSlot both = updating(HOT, OTHER_HOT);
    assertTrue(hotKeys.join(first));
    assertTrue(hotKeys.join(second));
    assertFalse(hotKeys.join(both));
    hotKeys.leave(first);
    assertNull(hotKeys.ready());
    hotKeys.leave(second);
    assertSame(both, hotKeys.ready());
  }

  @Test
  void aFullLineLetsPass() {
    assertTrue(hotKeys.join(updating(HOT)));
    for (int i = 0; i < MAX_WAITING; i++) {
      assertFalse(hotKeys.join(updating(HOT)));
    }
    assertTrue(hotKeys.join(updating(HOT)));
  }

  @Test
  void whoGivesUpHoldsNobodyBack() {
    TransactionSlot first = updating(HOT);
    TransactionSlot second = updating(HOT);
    TransactionSlot third = updating(HOT);
    hotKeys.join(first);
    hotKeys.join(second);
    hotKeys.join(third);
    hotKeys.leave(second);
    hotKeys.leave(first);
    assertSame(third, hotKeys.ready());
    hotKeys.leave(third);
    TransactionSlot late = updating(HOT);
    TransactionSlot later = updating(HOT);
    hotKeys.join(late);
    hotKeys.join(later);
    hotKeys.leave(late);
    // The transaction has received its turn, and leaves before the test polls it.
    hotKeys.leave(later);
    assertNull(hotKeys.ready());
  }

  @Test
  void keysCoolAndLinesEnd() {
    hotKeys.adapt(HotKeyTrial.FIRST_REST_NS + HotKeys.COOLING_INTERVAL_NS, 0);
    assertTrue(hotKeys.join(updating(HOT)));
    assertTrue(hotKeys.join(updating(HOT)));
    assertEquals(0, hotKeys.lines());
  }

  @Test
  void linesAreKeptWhereTheyPay() {
    for (double gain : new double[] {0.5, 1, 1.02, 2}) {
      HotKeyTrial trial = new HotKeyTrial(new TrialLock(), 0);
      double commits = 0;
      int withLines = 0;
      for (int ms = 1; ms <= 10_000; ms++) {
        commits += trial.lines() ? 100 * gain : 100;
        withLines += trial.lines() ? 1 : 0;
        trial.goOn(ms * 1_000_000L, true, (long) commits);
      }
      if (gain > 1.05) {
        assertTrue(withLines > 9_500, gain + ": " + withLines);
      } else {
        assertTrue(withLines < 500, gain + ": " + withLines);
      }
    }
  }

  @Test
  void theTurnIsTakenOnlyWhileLinesAreCompared() {
    for (double gain : new double[] {0.5, 2}) {
      TrialLock turn = new TrialLock();
      HotKeyTrial trial = new HotKeyTrial(turn, 0);
      double commits = 0;
      int compared = 0;
      for (int ms = 1; ms <= 2_000; ms++) {
        commits += trial.lines() ? 100 * gain : 100;
        trial.goOn(ms * 1_000_000L, true, (long) commits);
        assertEquals(trial.isComparing(), turn.isTakenFrom(this), gain + ", ms=" + ms);
        compared += trial.isComparing() ? 1 : 0;
      }
      assertTrue(compared > 60 && compared < 500, gain + ": " + compared);
    }
  }

  @Test
  void linesAreNotTriedInTheTurnOfAnother() {
    TrialLock turn = new TrialLock();
    assertTrue(turn.take(this));
    HotKeyTrial trial = new HotKeyTrial(turn, 0);
    for (int ms = 1; ms <= 1_000; ms++) {
      trial.goOn(ms * 1_000_000L, true, 100L * ms);
      assertFalse(trial.lines());
      assertTrue(trial.isComparing(), "the comparison of another setting is running");
    }
    turn.end(this);
    int tried = 0;
    for (int ms = 1_001; ms <= 2_000; ms++) {
      trial.goOn(ms * 1_000_000L, true, 100L * ms);
      tried += trial.lines() ? 1 : 0;
    }
    assertTrue(tried > 0);
  }

  @Test
  void withoutHotKeysNothingIsTried() {
    HotKeyTrial trial = new HotKeyTrial(new TrialLock(), 0);
    for (int ms = 1; ms <= 10_000; ms++) {
      trial.goOn(ms * 1_000_000L, false, 0);
      assertFalse(trial.lines() || trial.isComparing());
    }
  }

  private static PipelineConfig withQueues(int concurrency) {
    return PipelineConfig.builder()
        .mode(PipelineMode.BASE)
        .concurrency(concurrency)
        .window(Window.OPEN)
        .repair(false)
        .attemptBound(0)
        .hotKeyWaiting(100)
        .build();
  }

  private static Submitted<OneShot.Result> submit(
      SteppedPipeline stepped, OneShot.Builder transaction) {
    return new Submitted<>(stepped.pipeline.submit(transaction.build()).toCompletableFuture());
  }

  private static List<Submitted<OneShot.Result>> add(SteppedPipeline stepped, int transactions) {
    List<Submitted<OneShot.Result>> submitted = new ArrayList<>();
    for (int i = 0; i < transactions; i++) {
      submitted.add(submit(stepped, OneShot.builder().add(HOT, 1)));
    }
    return submitted;
  }

  private static void finish(
      SteppedPipeline stepped, List<Submitted<OneShot.Result>> transactions) {
    stepped.stepUntil(() -> transactions.stream().allMatch(Submitted::isDone));
  }

  /** Lets transactions conflict until their key is hot, and begins the trial of the queues. */
  private static void heat(SteppedPipeline stepped) {
    for (int i = 0; i < 3 * HotKeys.HOT; i++) {
      finish(stepped, add(stepped, 2));
    }
    assertEquals(0, stepped.pipeline.counters().hotKeyWaits());
    stepped.nowNs += HotKeyTrial.FIRST_REST_NS;
    stepped.step();
  }

  @Test
  void whoWaitsLeavesRoomForOthersButNotWithoutBound() {
    try (SteppedPipeline stepped = new SteppedPipeline(withQueues(2))) {
      heat(stepped);
      List<Submitted<OneShot.Result>> adding = add(stepped, 10);
      stepped.step();
      // The limit is 2 waiting transactions. One transaction runs and 2 wait, so a further
      // transaction must not wait.
      assertEquals(2, stepped.pipeline.counters().hotKeyWaits());
      finish(stepped, adding);
    }
  }

  /** The logic of a transaction without reads has already run when the transaction is admitted. */
  @Test
  void transactionsWithoutReadsDoNotWait() {
    try (SteppedPipeline stepped = new SteppedPipeline(withQueues(10))) {
      heat(stepped);
      List<Submitted<OneShot.Result>> adding = add(stepped, 2);
      stepped.stepUntil(submit(stepped, OneShot.builder().put(HOT, new byte[8]))::isDone);
      assertEquals(1, stepped.pipeline.counters().hotKeyWaits());
      finish(stepped, adding);
    }
  }

  @Test
  void aTransactionThatExpiresInAQueueLeavesIt() {
    try (SteppedPipeline stepped = new SteppedPipeline(withQueues(10))) {
      heat(stepped);
      List<Submitted<OneShot.Result>> adding = add(stepped, 3);
      stepped.step();
      assertEquals(2, stepped.pipeline.load().waitingForKeys());
      stepped.nowNs += TransactionOptions.defaults().timeout().toNanos();
      finish(stepped, adding);
      assertInstanceOf(Outcome.Committed.class, adding.get(0).outcome());
      for (Submitted<OneShot.Result> waiting : adding.subList(1, 3)) {
        assertEquals(
            AbortCause.TIMEOUT, assertInstanceOf(Outcome.Aborted.class, waiting.outcome()).cause());
      }
      stepped.step();
      assertEquals(0, stepped.pipeline.load().waitingForKeys());
      assertEquals(0, stepped.pipeline.load().inFlight());
      finish(stepped, add(stepped, 3));
    }
  }

  @Test
  void aTransactionThatGivesUpPassesItsTurnOn() {
    try (SteppedPipeline stepped = new SteppedPipeline(withQueues(10))) {
      heat(stepped);
      // The write does not wait, and makes the read of the first transaction stale.
      Submitted<OneShot.Result> once =
          new Submitted<>(
              stepped
                  .pipeline
                  .submit(
                      OneShot.builder().add(HOT, 1).build(),
                      TransactionOptions.defaults().withMaxAttempts(1))
                  .toCompletableFuture());
      List<Submitted<OneShot.Result>> others =
          List.of(submit(stepped, OneShot.builder().put(HOT, new byte[8])), add(stepped, 1).get(0));
      finish(stepped, List.of(once));
      assertInstanceOf(Outcome.Aborted.class, once.outcome());
      finish(stepped, others);
    }
  }
}
