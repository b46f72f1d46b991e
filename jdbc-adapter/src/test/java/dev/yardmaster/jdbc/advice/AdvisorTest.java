package dev.yardmaster.jdbc.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.figures.Advice;
import dev.yardmaster.jdbc.figures.Advice.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests in virtual time which answers the advisor gives, and how it measures to find them. */
class AdvisorTest {
  private static final long MINUTE_MS = 60_000;
  private static final int ANSWERS = 50;

  private final SimulatedSystem system = new SimulatedSystem();
  private final List<Advice> told = new ArrayList<>();

  private Advisor advisor(Advisor.Mode mode) {
    return new Advisor(
        AdvisorPace.DEFAULT, system, mode, new SplittableRandom(3), told::add, system.nowNs);
  }

  private Advice asked() {
    Advisor advisor = advisor(Advisor.Mode.OFF);
    advisor.request(system.nowNs);
    system.run(3 * MINUTE_MS, advisor);
    assertEquals(advisor.advice().stream().toList(), told);
    assertFalse(system.comparing, "the comparison must have ended");
    return told.get(0);
  }

  private void rates(double on, double off, double noise) {
    system.perSecondOn = on;
    system.perSecondOff = off;
    system.noise = noise;
  }

  @Test
  void schedulingGains() {
    rates(1_400, 1_000, 0);
    system.conflictsPerCommitOff = 0.5;
    Advice advice = asked();
    assertEquals(Verdict.ON_GAINS, advice.verdict());
    assertEquals(0.4, advice.gain(), 0.02);
    assertEquals(
        "on gains 40% (40 to 40%): 1,400 commits/s on, 1,000 off; 0.0 conflicts per 100 commits on,"
            + " 50.0 off, which cost 40.0% of the time",
        advice.text());
    assertTrue(system.scheduling, "the switch must be as before");
    assertEquals(Verdict.ON_GAINS, system.verdict);
  }

  @Test
  void schedulingCosts() {
    rates(800, 1_000, 0.05);
    Advice advice = asked();
    assertEquals(Verdict.OFF_GAINS, advice.verdict());
    assertTrue(advice.text().startsWith("off gains 2"), advice.text());
    assertTrue(system.scheduling, "an advice alone must not move the switch");
  }

  @Test
  void schedulingMakesNoDifference() {
    rates(1_000, 1_000, 0.02);
    assertEquals(Verdict.NOTHING_TO_GAIN, asked().verdict());
  }

  @Test
  void noiseThatIsLargerThanTheDifferenceIsCalledSo() {
    rates(1_000, 1_000, 0.6);
    assertMostly(Verdict.UNCLEAR, "not clear: ");
  }

  private void assertMostly(Verdict verdict, String beginning) {
    List<Advice> answers = new ArrayList<>();
    for (int i = 0; i < ANSWERS; i++) {
      told.clear();
      answers.add(asked());
    }
    List<Advice> such = answers.stream().filter(each -> each.verdict() == verdict).toList();
    assertTrue(such.size() > ANSWERS * 0.6, () -> such.size() + " of " + ANSWERS);
    assertTrue(such.stream().allMatch(each -> each.text().startsWith(beginning)), such::toString);
  }

  @Test
  void aGainWithinTheNoiseIsFoundByMorePairs() {
    rates(1_300, 1_000, 0.6);
    Advisor advisor = advisor(Advisor.Mode.OFF);
    int early = 0;
    for (int i = 0; i < ANSWERS; i++) {
      advisor.request(system.nowNs);
      system.run(MINUTE_MS, advisor);
      early += told.size() == i + 1 ? 1 : 0;
      system.run(2 * MINUTE_MS, advisor);
    }
    int found = (int) told.stream().filter(each -> each.verdict() == Verdict.ON_GAINS).count();
    assertTrue(early < ANSWERS * 0.6, "answers after 16 pairs: " + early);
    assertTrue(found > ANSWERS * 0.8, "gains found: " + found);
  }

  @Test
  void savedAbortsCountWhenTheGainIsNotClear() {
    rates(1_050, 1_000, 0.6);
    system.conflictsPerCommitOff = 0.5;
    assertMostly(Verdict.ON_SAVES_ABORTS, "on saves aborts, but its gain is not clear (");
  }

  @Test
  void abortsSavedAtALossAreNoReason() {
    rates(920, 1_000, 0.3);
    system.conflictsPerCommitOff = 0.5;
    int saved = 0;
    for (int i = 0; i < ANSWERS; i++) {
      told.clear();
      Advice advice = asked();
      saved += advice.verdict() == Verdict.ON_SAVES_ABORTS ? 1 : 0;
    }
    assertTrue(saved <= ANSWERS * 0.1, "answers for scheduling: " + saved);
  }

  @Test
  void abortsThatCostLittleWithoutSchedulingBoundTheGain() {
    rates(1_000, 1_000, 0.6);
    system.lostShare = 0.01;
    Advice advice = asked();
    assertEquals(Verdict.NOTHING_TO_GAIN, advice.verdict());
    assertTrue(advice.text().endsWith(", which cost 1.0% of the time"), advice.text());
  }

  @Test
  void chanceAloneIsRarelyTakenForAGain() {
    rates(1_000, 1_000, 0.3);
    int wrong = 0;
    for (int i = 0; i < 200; i++) {
      told.clear();
      Verdict verdict = asked().verdict();
      wrong += verdict == Verdict.ON_GAINS || verdict == Verdict.OFF_GAINS ? 1 : 0;
    }
    assertTrue(wrong <= 20, "wrong answers of 200: " + wrong);
  }

  @Test
  void aSteadyDriftOfTheLoadFavorsNoSide() {
    rates(1_000, 1_000, 0);
    Advisor advisor = advisor(Advisor.Mode.OFF);
    advisor.request(0);
    for (int second = 0; second < 60; second++) {
      system.run(1_000, advisor);
      system.perSecondOn *= 1.01;
      system.perSecondOff *= 1.01;
    }
    assertEquals(Verdict.NOTHING_TO_GAIN, told.get(0).verdict());
  }

  @Test
  void withoutContentionNothingIsSwitched() {
    rates(1_000, 1_000, 0);
    system.contended = false;
    system.lostShare = 0.003;
    Advice advice = asked();
    assertEquals(
        "off: nothing to gain: aborts cost 0.3% of the time of 10,001 transactions", advice.text());
    assertEquals(0, system.switches);
  }

  @Test
  void transactionsWithoutConflictsByTheirIsolationAreNamed() {
    rates(1_000, 1_000, 0);
    system.contended = false;
    system.unprotected = true;
    assertEquals(
        "off: nothing to gain: 10,001 of 10,001 transactions are read-only or READ COMMITTED",
        asked().text());
  }

  @Test
  void anIdleSystemIsLookedAtAgainButToldOnce() {
    rates(1, 1, 0);
    Advisor advisor = advisor(Advisor.Mode.ONCE);
    system.run(10 * MINUTE_MS, advisor);
    assertEquals(List.of("not enough traffic to tell: 10 transactions in 10 s"), texts());
    rates(1_400, 1_000, 0);
    system.run(2 * MINUTE_MS, advisor);
    assertEquals(Verdict.ON_GAINS, told.get(1).verdict());
    system.run(60 * MINUTE_MS, advisor);
    assertEquals(2, told.size());
  }

  private List<String> texts() {
    return told.stream().map(Advice::text).toList();
  }

  @Test
  void trafficThatEndsDuringAComparisonEndsIt() {
    rates(1_400, 1_000, 0);
    Advisor advisor = advisor(Advisor.Mode.OFF);
    advisor.request(0);
    system.run(20_000, advisor);
    assertTrue(system.comparing);
    rates(2, 2, 0);
    system.run(MINUTE_MS, advisor);
    assertEquals(Verdict.TOO_LITTLE_TRAFFIC, told.get(0).verdict());
    assertFalse(system.comparing);
    assertTrue(system.scheduling);
  }

  @Test
  void autoSetsTheSwitchAndFollowsTheLoad() {
    rates(800, 1_000, 0);
    Advisor advisor = advisor(Advisor.Mode.AUTO);
    system.run(2 * MINUTE_MS, advisor);
    assertFalse(system.scheduling);
    assertTrue(told.get(0).text().endsWith("; switched off"), told.get(0).text());
    rates(1_400, 1_000, 0);
    system.run(20 * MINUTE_MS, advisor);
    assertTrue(system.scheduling);
    assertTrue(told.get(1).text().endsWith("; switched on"), told.get(1).text());
  }

  @Test
  void autoSwitchesOnWhatSavesAborts() {
    rates(1_050, 1_000, 0.6);
    system.conflictsPerCommitOff = 0.5;
    Advisor advisor = advisor(Advisor.Mode.AUTO);
    int saved = 0;
    for (int i = 0; i < ANSWERS; i++) {
      told.clear();
      system.scheduling = false;
      system.run(15 * MINUTE_MS, advisor);
      boolean saves = !told.isEmpty() && told.get(0).verdict() == Verdict.ON_SAVES_ABORTS;
      saved += saves ? 1 : 0;
      assertTrue(!saves || system.scheduling, () -> "answers: " + told);
    }
    assertTrue(saved > ANSWERS / 2, "answers for scheduling: " + saved);
  }

  @Test
  void autoSpendsLittleTimeOnTheLosingSide() {
    rates(1_400, 1_000, 0);
    Advisor advisor = advisor(Advisor.Mode.AUTO);
    int off = 0;
    int seconds = 4 * 60 * 60;
    for (int second = 0; second < seconds; second++) {
      system.run(1_000, advisor);
      off += system.scheduling ? 0 : 1;
    }
    assertTrue(off > 0 && off < seconds * 0.025, "seconds off: " + off + " of " + seconds);
  }

  @Test
  void aSwitchSetByHandEndsTheComparisonAndStays() {
    rates(1_400, 1_000, 0);
    Advisor advisor = advisor(Advisor.Mode.AUTO);
    system.run(MINUTE_MS, advisor);
    assertTrue(system.comparing);
    advisor.switchTo(false, system.nowNs);
    assertFalse(system.comparing);
    assertFalse(system.scheduling);
    system.run(40 * MINUTE_MS, advisor);
    assertEquals(Verdict.ON_GAINS, told.get(0).verdict());
    assertFalse(system.scheduling, "auto must not move a switch that was set by hand");
  }
}
