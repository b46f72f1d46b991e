package dev.yardmaster.jdbc.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Tests in virtual time which classes are scheduled. The clients of a class run one transaction
 * after another. A model says how long an attempt takes, and how often it is aborted, with and
 * without scheduling.
 */
class AdmissionTrialsTest {
  private static final long MS = 1_000_000;
  private static final long MAX_WAIT_NS = Duration.ofSeconds(1).toNanos();
  private static final int CLIENTS = 16;

  /** The end of one attempt, at a point of virtual time. */
  private record End(long atNs, int client, String text, long beganNs) {}

  private final TransactionClasses classes =
      new TransactionClasses(() -> new TransactionClass(false, MAX_WAIT_NS));
  private final AdmissionTrials trials =
      new AdmissionTrials(classes, MAX_WAIT_NS, AdmissionTrials.PACE, 0);
  private final SplittableRandom random = new SplittableRandom(7);
  private final PriorityQueue<End> ends =
      new PriorityQueue<>((one, other) -> Long.compare(one.atNs, other.atNs));
  private long nowNs;

  /** The share of attempts that are aborted without scheduling. */
  private double abortRate;

  /** The wait of a scheduled transaction. */
  private long waitNs;

  private void run(long forNs, String... texts) {
    long untilNs = nowNs + forNs;
    ends.clear();
    for (int client = 0; client < CLIENTS; client++) {
      begin(client, texts[client % texts.length]);
    }
    while (nowNs < untilNs) {
      End end = ends.remove();
      nowNs = end.atNs;
      TransactionClass of = classes.of(end.text);
      of.running.decrement();
      of.completed.increment();
      of.busyNs.add(nowNs - end.beganNs);
      trials.transactionEnded(nowNs);
      begin(end.client, end.text);
    }
    for (End end : ends) {
      classes.of(end.text).running.decrement();
    }
  }

  private void begin(int client, String text) {
    TransactionClass of = classes.of(text);
    of.running.increment();
    long lengthNs = MS / 2 + random.nextLong(MS);
    long lostNs = 0;
    if (of.isScheduled()) {
      lengthNs += waitNs;
    } else if (text.equals("hot")) {
      while (random.nextDouble() < abortRate) {
        lostNs += MS / 2 + random.nextLong(MS);
      }
    }
    if (lostNs > 0) {
      of.lostNs.add(lostNs);
      of.retried.increment();
    }
    ends.add(new End(nowNs + lengthNs + lostNs, client, text, nowNs));
  }

  @Test
  void aClassWithFewAbortsIsNeverTried() {
    abortRate = 0.1;
    run(20_000 * MS, "hot", "cold");
    assertEquals(0, trials.begun());
    assertFalse(classes.of("hot").isScheduled());
  }

  @Test
  void aClassForWhichWaitingPaysIsScheduledAndOthersAreNot() {
    abortRate = 0.5;
    waitNs = MS / 4;
    run(10_000 * MS, "hot", "cold");
    assertTrue(classes.of("hot").isScheduled());
    assertFalse(classes.of("cold").isScheduled());
    // The maximum wait is the mean time that aborts cost an aborted transaction: 2 ms.
    long maxWaitNs = classes.of("hot").maxWaitNs();
    assertTrue(maxWaitNs > MS && maxWaitNs < 3 * MS, "maxWaitNs=" + maxWaitNs);
  }

  @Test
  void aClassForWhichWaitingDoesNotPayIsTriedRarely() {
    abortRate = 0.25;
    waitNs = 2 * MS;
    run(60_000 * MS, "hot", "cold");
    assertFalse(classes.of("hot").isScheduled());
    assertTrue(trials.begun() > 0 && trials.begun() <= 6, "trials=" + trials.begun());
  }

  @Test
  void aClassThatLosesMuchTimeIsScheduledAtOnce() {
    abortRate = 0.6;
    waitNs = MS / 4;
    run(300 * MS, "hot", "cold");
    assertTrue(classes.of("hot").isScheduled());
    run(60_000 * MS, "hot", "cold");
    assertTrue(classes.of("hot").isScheduled());
  }

  @Test
  void aClassThatIsBetterWithoutSchedulingStaysWithout() {
    abortRate = 0.6;
    waitNs = 5 * MS;
    run(10_000 * MS, "hot", "cold");
    int scheduled = 0;
    for (int second = 0; second < 100; second++) {
      run(1_000 * MS, "hot", "cold");
      scheduled += classes.of("hot").isScheduled() ? 1 : 0;
    }
    assertTrue(scheduled <= 3, "seconds of 100 with scheduling: " + scheduled);
    assertTrue(trials.begun() <= 6, "trials=" + trials.begun());
  }

  @Test
  void schedulingEndsWhenTheContentionEnds() {
    abortRate = 0.5;
    waitNs = MS / 4;
    run(10_000 * MS, "hot");
    assertTrue(classes.of("hot").isScheduled());
    abortRate = 0;
    run(60_000 * MS, "hot");
    assertFalse(classes.of("hot").isScheduled());
  }

  @Test
  void aFrozenStateDoesNotChangeAndTrialsGoOnFromTheAnswer() {
    abortRate = 0.5;
    waitNs = 5 * MS;
    run(10_000 * MS, "hot");
    trials.freeze(nowNs);
    long begun = trials.begun();
    run(60_000 * MS, "hot");
    assertTrue(classes.of("hot").isScheduled());
    assertEquals(begun, trials.begun());
    trials.startFrom(false, nowNs);
    trials.goOn(true, nowNs);
    assertFalse(classes.of("hot").isScheduled());
    waitNs = MS / 4;
    run(60_000 * MS, "hot");
    assertTrue(classes.of("hot").isScheduled());
  }

  @Test
  void whileSchedulingIsOffOnlyTheCostOfAbortsIsMeasured() {
    trials.goOn(false, nowNs);
    abortRate = 0.5;
    waitNs = MS / 4;
    run(10_000 * MS, "hot");
    assertTrue(classes.of("hot").isContended());
    assertFalse(classes.of("hot").isScheduled());
    assertEquals(0, trials.begun());
    trials.goOn(true, nowNs);
    int scheduled = 0;
    for (int second = 0; second < 10; second++) {
      run(1_000 * MS, "hot");
      scheduled += classes.of("hot").isScheduled() ? 1 : 0;
    }
    // A second may end within a trial.
    assertTrue(scheduled >= 7, "seconds of 10 with scheduling: " + scheduled);
  }
}
