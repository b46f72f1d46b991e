package dev.yardmaster.proof.checker;

import static dev.yardmaster.proof.checker.HistoryBuilder.history;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.history.HistoryRecorder;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests that each anomaly is found in the history of its definition, and is not found in a history
 * that only resembles it.
 */
class AnomalyTest {

  private static void assertSerializable(HistoryBuilder history) {
    CheckResult result = history.check();
    assertTrue(result.isSerializable(), result::inWords);
    assertEquals(List.of(), result.anomalies());
  }

  /**
   * Checks that the history has exactly one anomaly, whose text and drawing contain the given
   * texts.
   */
  private static Anomaly assertAnomaly(
      AnomalyKind kind, HistoryBuilder history, List<String> words, List<String> edges) {
    CheckResult result = history.check();
    assertEquals(1, result.anomalies().size(), result::inWords);
    Anomaly anomaly = result.anomalies().get(0);
    assertEquals(kind, anomaly.kind(), result::inWords);
    assertTrue(anomaly.inWords().startsWith(kind.label() + ": " + kind.meaning()));
    assertTrue(result.inWords().contains("anomalies\n" + kind.label()));
    for (String text : words) {
      assertTrue(anomaly.inWords().contains(text), () -> text + " in\n" + anomaly.inWords());
    }
    String dot = anomaly.asDot();
    assertTrue(dot.startsWith("digraph anomaly {\n") && dot.endsWith("}\n"), dot);
    for (String text : edges) {
      assertTrue(dot.contains(text), () -> text + " in\n" + dot);
    }
    return anomaly;
  }

  @Test
  void nothingIsSerializable() {
    CheckResult result = history().check();
    assertEquals(new CheckResult(0, 0, 0, 0, List.of()), result);
    assertEquals("0 transactions, 0 reads, 0 writes, 0 keys: no anomaly", result.inWords());
  }

  @Test
  void oneAfterTheOtherIsSerializable() {
    HistoryBuilder serial =
        history()
            .t(1)
            .from(0, 10)
            .w("x")
            .w("y")
            .t(2)
            .from(20, 30)
            .r("x", 1)
            .w("x")
            .readOnly(9)
            .from(40, 50)
            .r("x", 2)
            .r("y", 1)
            .r("z", 0)
            .t(3)
            .from(60, HistoryRecorder.UNKNOWN_END)
            .r("y", 1)
            .w("z");
    CheckResult result = serial.check();
    assertEquals(new CheckResult(4, 5, 4, 3, List.of()), result);
  }

  @Test
  void writeCycle() {
    assertAnomaly(
        AnomalyKind.G0,
        history().t(1).w("x", 1).w("y", 2).t(2).w("x", 2).w("y", 1),
        List.of(
            "transaction 1 (commit version 1) wrote checking/\"x\" at version 1; "
                + "transaction 2 (commit version 2) overwrote it with version 2  [ww]",
            "transaction 2 (commit version 2) wrote checking/\"y\" at version 1; "
                + "transaction 1 (commit version 1) overwrote it with version 2  [ww]",
            "2 transactions lie on cycles of such edges",
            "no cycle of such edges is shorter"),
        List.of(
            "t0 [label=\"transaction 1 (commit version 1)\"]",
            "t0 -> t1 [label=\"ww checking/\\\"x\\\" from 1 to 2\"]",
            "t1 -> t0 [label=\"ww checking/\\\"y\\\" from 1 to 2\"]"));
    assertSerializable(history().t(1).w("x", 1).w("y", 1).t(2).w("x", 2).w("y", 2));
  }

  @Test
  void circularInformationFlow() {
    assertAnomaly(
        AnomalyKind.G1C,
        history().t(1).w("x").r("y", 2).t(2).w("y").r("x", 1),
        List.of(
            "transaction 1 (commit version 1) wrote checking/\"x\" at version 1; "
                + "transaction 2 (commit version 2) read that version  [wr]",
            "[wr]"),
        List.of("t0 -> t1 [label=\"wr checking/\\\"x\\\" at 1\"]", "t1 -> t0"));
    assertSerializable(history().t(1).w("x").r("y", 0).t(2).w("y").r("x", 1));
  }

  @Test
  void abortedRead() {
    Anomaly anomaly =
        assertAnomaly(
            AnomalyKind.G1A,
            history().t(1).w("x").t(3).r("x", 2).w("y"),
            List.of(
                "transaction 3 (commit version 3) read checking/\"x\" at version 2, "
                    + "which no recorded transaction wrote",
                "1 in all"),
            List.of("none -> t1 [label=\"checking/\\\"x\\\" at 2\"]"));
    assertEquals(1, anomaly.count());
    assertSerializable(history().t(1).w("x").t(3).r("x", 1).w("y"));
  }

  @Test
  void intermediateRead() {
    byte[] other = {7, 7};
    assertAnomaly(
        AnomalyKind.G1B,
        history().t(1).w("x").t(2).r("x", 1, other).w("y"),
        List.of(
            "transaction 2 (commit version 2) read checking/\"x\" at version 1, "
                + "but saw another value than the final one of transaction 1 (commit version 1)"),
        List.of("t0 -> t1 [label=\"checking/\\\"x\\\" at 1\"]"));
    assertAnomaly(
        AnomalyKind.G1B,
        history().t(1).w("x").t(2).r("x", 1, null).w("y"),
        List.of("but saw another value"),
        List.of("t0 -> t1"));
    assertAnomaly(
        AnomalyKind.G1B,
        history().t(2).r("x", 0, other).w("y"),
        List.of("at version 0, which is its initial absence, but saw a value"),
        List.of("none -> t0"));
    assertSerializable(history().t(1).w("x", 1, null).t(2).r("x", 1, null).w("y"));
  }

  @Test
  void aVersionThatItsWriterOverwroteItselfIsIntermediate() {
    CheckResult result = history().t(1).w("x", 1).w("x", 2).readOnly(3).r("x", 1).check();
    assertEquals(
        List.of(AnomalyKind.G1B, AnomalyKind.G_SINGLE),
        result.anomalies().stream().map(Anomaly::kind).toList(),
        result::inWords);
    assertSerializable(history().t(1).w("x", 1).r("x", 1).w("x", 2).readOnly(3).r("x", 2));
    // If a transaction writes several values with one version, the last one is the final value.
    assertSerializable(history().t(1).w("x", 1, new byte[] {5}).w("x", 1).readOnly(3).r("x", 1));
  }

  @Test
  void duplicateVersion() {
    assertAnomaly(
        AnomalyKind.DUPLICATE_VERSION,
        history().t(1).w("x", 7).t(2).w("x", 7),
        List.of(
            "transaction 1 (commit version 1) and transaction 2 (commit version 2) "
                + "both wrote checking/\"x\" at version 7"),
        List.of("t0 -> t1 [label=\"checking/\\\"x\\\" at 7\"]"));
    assertAnomaly(
        AnomalyKind.DUPLICATE_VERSION,
        history().t(1).w("x").t(2).committedAt(1).w("y"),
        List.of(
            "transaction 1 (commit version 1) and transaction 2 (commit version 1) "
                + "have the same commit version"),
        List.of("t0 -> t1 [label=\"commit version 1\"]"));
    assertAnomaly(
        AnomalyKind.DUPLICATE_VERSION,
        history().t(1).w("x", 0),
        List.of("wrote checking/\"x\" at version 0, but versions of writes start at 1"),
        List.of("none -> t0"));
    assertSerializable(history().readOnly(1).r("x", 0).readOnly(2).r("x", 0).t(3).w("x"));
  }

  @Test
  void readSkew() {
    assertAnomaly(
        AnomalyKind.G_SINGLE,
        history().t(1).w("x").w("y").t(2).w("x").w("y").readOnly(3).r("x", 1).r("y", 2),
        List.of(
            "transaction 3 (read-only) read checking/\"x\" at version 1; "
                + "transaction 2 (commit version 2) overwrote it with version 2  [rw]",
            "transaction 2 (commit version 2) wrote checking/\"y\" at version 2; "
                + "transaction 3 (read-only) read that version  [wr]"),
        List.of(
            "t2 -> t1 [label=\"rw checking/\\\"x\\\" from 1 to 2\"]",
            "t1 -> t2 [label=\"wr checking/\\\"y\\\" at 2\"]"));
    assertSerializable(
        history().t(1).w("x").w("y").t(2).w("x").w("y").readOnly(3).r("x", 2).r("y", 2));
  }

  @Test
  void aKeyReadAtTwoVersionsIsReadSkew() {
    assertAnomaly(
        AnomalyKind.G_SINGLE,
        history().t(1).w("x").t(2).w("x").readOnly(3).r("x", 1).r("x", 2),
        List.of("read checking/\"x\" at version 1", "[rw]", "[wr]"),
        List.of("t2 -> t1", "t1 -> t2"));
    assertSerializable(history().t(1).w("x").t(2).r("x", 1).w("x").r("x", 2));
  }

  @Test
  void lostUpdate() {
    assertAnomaly(
        AnomalyKind.LOST_UPDATE,
        history().t(1).w("x").t(2).r("x", 1).w("x").t(3).r("x", 1).w("x"),
        List.of(
            "transaction 3 (commit version 3) read checking/\"x\" at version 1; "
                + "transaction 2 (commit version 2) overwrote it with version 2  [rw]",
            "transaction 2 (commit version 2) wrote checking/\"x\" at version 2; "
                + "transaction 3 (commit version 3) overwrote it with version 3  [ww]"),
        List.of("t2 -> t1", "t1 -> t2"));
    assertSerializable(history().t(1).w("x").t(2).r("x", 1).w("x").t(3).r("x", 2).w("x"));
  }

  @Test
  void lostUpdateWithOthersBetween() {
    assertAnomaly(
        AnomalyKind.LOST_UPDATE,
        history().t(1).r("x", 0).w("x", 9).t(2).w("x").t(3).r("x", 2).w("x"),
        List.of("as absent, at version 0", "[rw]", "[ww]"),
        List.of("t0 -> t1", "t1 -> t2", "t2 -> t0"));
    // If there are two rw edges on different keys, one of them may also be a ww edge across several
    // versions.
    assertAnomaly(
        AnomalyKind.LOST_UPDATE,
        history().t(1).r("y", 0).w("x").t(2).r("x", 1).w("x").t(3).r("x", 0).w("x").w("y"),
        List.of("wrote it again later, at version 3  [ww]"),
        List.of("from 1 to 3"));
  }

  @Test
  void anAbsenceMayBeADeletionThatIsForgotten() {
    // The key was absent as of version 3: the read saw the deletion at version 2.
    assertSerializable(
        history()
            .t(1)
            .from(0, 10)
            .w("x")
            .t(2)
            .from(20, 30)
            .w("x", 2, null)
            .readOnly(9)
            .from(40, 50)
            .r("x", -3)
            .t(4)
            .from(60, 70)
            .w("x"));
    // No transaction had written the key by version 3.
    assertSerializable(history().readOnly(9).r("x", -3).t(4).w("x"));
    // By version 5 the key was present again.
    assertAnomaly(
        AnomalyKind.STALE_READ,
        history()
            .t(1)
            .from(0, 10)
            .w("x")
            .t(2)
            .from(20, 30)
            .w("x", 2, null)
            .t(4)
            .from(40, 50)
            .w("x")
            .readOnly(9)
            .from(60, 70)
            .r("x", -5),
        List.of("read checking/\"x\" at version 2;", "overwrote it with version 4  [rw]"),
        List.of("t3 -> t2", "t2 -> t3"));
    assertAnomaly(
        AnomalyKind.G1B,
        history().t(1).w("y").readOnly(9).r("x", -5, new byte[] {1}),
        List.of("saw a value"),
        List.of("none -> t1"));
  }

  @Test
  void writeSkew() {
    assertAnomaly(
        AnomalyKind.WRITE_SKEW,
        history()
            .t(1)
            .w("x")
            .w("y")
            .t(2)
            .r("x", 1)
            .r("y", 1)
            .w("x")
            .t(3)
            .r("x", 1)
            .r("y", 1)
            .w("y"),
        List.of(
            "transaction 2 (commit version 2) read checking/\"y\" at version 1; "
                + "transaction 3 (commit version 3) overwrote it with version 3  [rw]",
            "transaction 3 (commit version 3) read checking/\"x\" at version 1; "
                + "transaction 2 (commit version 2) overwrote it with version 2  [rw]"),
        List.of("t1 -> t2", "t2 -> t1"));
    assertSerializable(
        history()
            .t(1)
            .w("x")
            .w("y")
            .t(2)
            .r("x", 1)
            .r("y", 1)
            .w("x")
            .t(3)
            .r("x", 2)
            .r("y", 1)
            .w("y"));
  }

  @Test
  void antiDependencyCycleOfThree() {
    Anomaly anomaly =
        assertAnomaly(
            AnomalyKind.G2,
            history().t(1).r("x", 0).w("z").t(2).r("y", 0).w("x").t(3).r("z", 0).w("y"),
            List.of("[rw]", "3 transactions lie on cycles"),
            List.of("t0 -> t1", "t1 -> t2", "t2 -> t0"));
    assertEquals(3, anomaly.cycleLength());
    assertSerializable(history().t(1).r("x", 0).w("z").t(2).r("y", 0).w("x").t(3).r("z", 1).w("y"));
  }

  @Test
  void staleRead() {
    HistoryBuilder stale =
        history()
            .t(1)
            .from(0, 10)
            .w("x")
            .t(2)
            .from(20, 30)
            .r("x", 1)
            .w("x")
            .readOnly(3)
            .from(2_530, 3_000)
            .r("x", 1);
    assertAnomaly(
        AnomalyKind.STALE_READ,
        stale,
        List.of(
            "transaction 3 (read-only) read checking/\"x\" at version 1; "
                + "transaction 2 (commit version 2) overwrote it with version 2  [rw]",
            "transaction 2 (commit version 2) ended 2.5 µs before transaction 3 (read-only) began"
                + "  [real time]"),
        List.of("t2 -> t1", "t1 -> t2 [label=\"real time, 2.5 µs\"]"));
  }

  @Test
  void aStaleReadMayOverlapOrHaveNoKnownEndAndIsSerializable() {
    // A transaction that begins exactly at the end of another transaction overlaps it.
    assertSerializable(
        history()
            .t(1)
            .from(0, 10)
            .w("x")
            .t(2)
            .from(20, 30)
            .w("x")
            .readOnly(3)
            .from(30, 40)
            .r("x", 1));
    assertSerializable(
        history()
            .t(1)
            .from(0, 10)
            .w("x")
            .t(2)
            .from(20, HistoryRecorder.UNKNOWN_END)
            .w("x")
            .readOnly(3)
            .from(31, 40)
            .r("x", 1));
    CheckResult withoutRealTime =
        history()
            .t(1)
            .from(0, 10)
            .w("x")
            .t(2)
            .from(20, 30)
            .w("x")
            .readOnly(3)
            .from(31, 40)
            .r("x", 1)
            .check(CheckOptions.defaults().with(Guarantee.SERIALIZABLE));
    assertTrue(withoutRealTime.isSerializable(), withoutRealTime::inWords);
  }

  @Test
  void staleReadThroughAnotherTransaction() {
    Anomaly anomaly =
        assertAnomaly(
            AnomalyKind.STALE_READ,
            history()
                .t(1)
                .from(0, 10)
                .r("y", 0)
                .w("x")
                .t(2)
                .from(0, 100)
                .r("x", 0)
                .w("z")
                .readOnly(3)
                .from(20, 30)
                .r("z", 0),
            List.of("[rw]", "[real time]", "ended 10 ns before"),
            List.of("t2 -> t1", "t1 -> t0", "t0 -> t2"));
    assertEquals(3, anomaly.cycleLength());
  }

  @Test
  void realTimeViolation() {
    assertAnomaly(
        AnomalyKind.REAL_TIME,
        history().t(2).from(0, 10).w("x").t(1).from(3_000_010, 4_000_000).w("x"),
        List.of("[ww]", "ended 3.0 ms before", "[real time]"),
        List.of("t0 -> t1", "t1 -> t0"));
    assertAnomaly(
        AnomalyKind.REAL_TIME,
        history().readOnly(2).from(0, 10).r("x", 1).t(1).from(20, 30).w("x"),
        List.of("read that version  [wr]", "ended 10 ns before"),
        List.of("t0 -> t1", "t1 -> t0"));
    assertSerializable(history().t(2).from(0, 20).w("x").t(1).from(20, 30).w("x"));
  }

  @Test
  void theWorstLevelIsReported() {
    HistoryBuilder both =
        history()
            .t(1)
            .w("x", 1)
            .w("y", 2)
            .t(2)
            .w("x", 2)
            .w("y", 1)
            .t(3)
            .r("a", 0)
            .w("b")
            .t(4)
            .r("b", 0)
            .w("a");
    Anomaly anomaly =
        assertAnomaly(AnomalyKind.G0, both, List.of("2 transactions lie on cycles"), List.of());
    assertEquals(2, anomaly.count());
  }

  @Test
  void onlyExamplesAreTold() {
    HistoryBuilder history = history();
    for (int i = 1; i <= 5; i++) {
      history.t(i).r("x" + i, 77).w("y" + i);
    }
    CheckResult result = history.check(new CheckOptions(Guarantee.STRICT, 2));
    Anomaly anomaly = result.anomalies().get(0);
    assertEquals(5, anomaly.count());
    assertTrue(anomaly.inWords().endsWith("and 3 more; 5 in all"), anomaly::inWords);
    assertTrue(!anomaly.inWords().contains("transaction 3 "), anomaly::inWords);
  }
}
