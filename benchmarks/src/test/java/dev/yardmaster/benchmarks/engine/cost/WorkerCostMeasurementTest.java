package dev.yardmaster.benchmarks.engine.cost;

import static dev.yardmaster.benchmarks.engine.cost.ChargedAction.ACCESS;
import static dev.yardmaster.benchmarks.engine.cost.ChargedAction.CHANGE;
import static dev.yardmaster.benchmarks.engine.cost.ChargedAction.EXAMINE;
import static dev.yardmaster.benchmarks.engine.cost.ChargedAction.STEP;
import static dev.yardmaster.benchmarks.engine.cost.ChargedAction.TRANSACTION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.engine.transaction.ThreadPace;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests which actions the measurements of costs count. The runs are too short for meaningful times.
 */
class WorkerCostMeasurementTest {

  private static final CostScale SMALL = new CostScale(1_000, 10, 0.002, 0.0001, 1);

  private static double count(ChargedAction action, String protocol, YcsbMix mix) {
    return WorkerCostMeasurement.counts(protocol, mix, 4)[action.ordinal()];
  }

  @Test
  void anUpdateUnderSiloIsLockedAndInstalled() {
    YcsbMix updates = YcsbMix.rmw(0);
    assertEquals(1, count(TRANSACTION, "silo", updates));
    assertEquals(4, count(ACCESS, "silo", updates));
    assertEquals(8, count(STEP, "silo", updates));
    assertEquals(0, count(STEP, "silo", YcsbMix.C));
    assertEquals(4, count(EXAMINE, "silo", YcsbMix.C));
  }

  @Test
  void aReadUnderWoundWaitChangesSharedWordsAndOneUnderSiloDoesNot() {
    assertEquals(0, count(CHANGE, "silo", YcsbMix.C));
    assertTrue(count(CHANGE, "wound-wait", YcsbMix.C) >= 8); // to lock and to unlock
  }

  @Test
  void oneAttemptOfAPairOnTheSameRecordAborts() {
    for (String protocol : AbortedAttempts.PROTOCOLS) {
      AbortedAttempts attempts = new AbortedAttempts(protocol, new ThreadPace(System::nanoTime));
      assertEquals(10, attempts.run(10, true), protocol);
      assertEquals(0, attempts.run(10, false), protocol);
    }
  }

  @Test
  void everyCostAndEveryProtocolHasALine() throws InterruptedException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    WorkerCostMeasurement measurement = new WorkerCostMeasurement(SMALL, List.of("silo"), out);
    measurement.fit(100);
    measurement.compare();
    String text = bytes.toString(StandardCharsets.UTF_8);
    for (ChargedAction action : ChargedAction.values()) {
      assertTrue(text.contains(action.label()), text);
    }
    assertTrue(text.contains("silo          0.99"), text);
  }

  @Test
  void threadsOnNeighbouringRecordsLoseNoUpdate() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    NeighbourMeasurement measurement = new NeighbourMeasurement(SMALL, List.of("plor"), out);
    measurement.ownRecords(List.of(1));
    measurement.popularRecords(10);
    String text = bytes.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("plor, rows of 8 bytes"), text);
    assertTrue(text.contains("in order of popularity over scattered"), text);
  }
}
