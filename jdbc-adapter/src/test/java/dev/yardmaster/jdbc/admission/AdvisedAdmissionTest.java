package dev.yardmaster.jdbc.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.admission.settings.AdmissionConfig;
import dev.yardmaster.jdbc.advice.AdvisedSystem;
import dev.yardmaster.jdbc.figures.Advice;
import dev.yardmaster.jdbc.figures.DatabaseFigures;
import dev.yardmaster.jdbc.figures.PassReason;
import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that the transactions of an application drive the advisor until it gives its answer. */
@Timeout(60)
class AdvisedAdmissionTest {
  private static final String SET_BALANCE = "UPDATE accounts SET balance = 0 WHERE id = ?";
  private static final int MAX_TRANSACTIONS = 100_000;

  private static Advice asked(TestAdmission scene) {
    TestClient client = scene.client();
    scene.watch().advise();
    for (int i = 0; i < MAX_TRANSACTIONS && scene.watch().advice().isEmpty(); i++) {
      client.goOn(SET_BALANCE, i % 10);
      scene.advance(Duration.ofMillis(20));
      client.commit();
    }
    return scene.watch().advice().orElseThrow();
  }

  @Test
  void halfOfTheTransactionsOfAComparisonRunWithoutScheduling() {
    try (TestAdmission scene = new TestAdmission()) {
      Advice advice = asked(scene);
      assertEquals(Advice.Verdict.NOTHING_TO_GAIN, advice.verdict());
      assertTrue(advice.text().startsWith("off: nothing to gain (0 to 0%)"), advice.text());
      DatabaseFigures figures = scene.watch().figures();
      long off = figures.passed().get(PassReason.OFF);
      // Before the comparison, the advisor observes for 10 s, which is 500 transactions.
      long compared = figures.committed() - 500;
      assertTrue(off > compared * 0.45 && off < compared * 0.55, () -> figures.toString());
      assertTrue(scene.watch().isOn());
    }
  }

  @Test
  void withoutContentionAllTransactionsRunAsBefore() {
    AdmissionConfig on =
        new AdmissionConfig(
            new ScheduleConfig(50, 1_000, 1_000, 1_000), TestAdmission.MAX_WAIT, false);
    try (TestAdmission scene = new TestAdmission(on)) {
      assertEquals(
          "off: nothing to gain: aborts cost 0.0% of the time of 500 transactions",
          asked(scene).text());
      assertEquals(0, scene.watch().figures().passed().get(PassReason.OFF));
    }
  }

  @Test
  void transactionsThatAnyErrorEndsAreTrafficToo() {
    try (TestAdmission scene = new TestAdmission()) {
      TestClient client = scene.client();
      client.goOn(SET_BALANCE, 1);
      client.commit();
      client.goOn(SET_BALANCE, 1);
      client.rollBack();
      client.failed(TestClient.aborted(), SET_BALANCE, 1);
      client.rollBack();
      client.failed(new SQLException("a row violates a constraint", "23514"), SET_BALANCE, 1);
      client.rollBack();
      AdvisedSystem.Totals totals = new AdvisedAdmission(scene.database).totals();
      assertEquals(1, totals.committed());
      assertEquals(1, totals.conflicts());
      assertEquals(4, totals.ended());
    }
  }

  /** The trials continue with scheduling only if the answer is a clear gain or saved aborts. */
  @ParameterizedTest
  @EnumSource(Advice.Verdict.class)
  void theTrialsGoOnFromTheAnswer(Advice.Verdict verdict) {
    AdmissionConfig tried =
        new AdmissionConfig(
            new ScheduleConfig(50, 1_000, 1_000, 1_000), TestAdmission.MAX_WAIT, false);
    try (TestAdmission scene = new TestAdmission(tried)) {
      TestClient client = scene.client();
      client.goOn(SET_BALANCE, 1);
      client.commit();
      TransactionClass only = scene.database.classes().all().iterator().next();
      only.contend(true);
      AdvisedAdmission advised = new AdvisedAdmission(scene.database);
      advised.beginComparison(scene.nowNs.get());
      assertTrue(only.isScheduled());
      advised.endComparison(true, verdict, scene.nowNs.get());
      assertEquals(
          Set.of(Advice.Verdict.ON_GAINS, Advice.Verdict.ON_SAVES_ABORTS).contains(verdict),
          only.isScheduled());
    }
  }
}
