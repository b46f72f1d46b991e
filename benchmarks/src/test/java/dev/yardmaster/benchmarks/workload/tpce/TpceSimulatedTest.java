package dev.yardmaster.benchmarks.workload.tpce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.engine.EngineRoundMetrics;
import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.engine.log.Logging.Device;
import dev.yardmaster.benchmarks.engine.round.ConfiguredSide;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceMix;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs short rounds of TPC-E on simulated workers, and checks their histories. */
class TpceSimulatedTest {

  private static final long SEED = 11;

  private static MetricValues run(String side, TpceMix mix, boolean drops) throws Exception {
    EngineSetup setup =
        new EngineSetup(
            new Tpce(TpceSettings.small(20, 1_000, mix, SEED)),
            6,
            true,
            0,
            4,
            0,
            1_500_000,
            1,
            SEED,
            true,
            false,
            drops,
            0,
            0,
            Device.MEMORY,
            null);
    Round round =
        new ConfiguredSide(side, EngineSide.parse(side), setup)
            .by(SystemNanoClock.INSTANCE)
            .run(1, setup.recordedNs(), (stage, perSecond) -> {});
    assertEquals(List.of(), round.findings(), side);
    return round.values();
  }

  @ParameterizedTest
  @CsvSource({
    "silo, ORIGINAL",
    "silo, HYBRID",
    "no-wait, ORIGINAL",
    "no-wait, HYBRID",
    "multi-version, ORIGINAL",
    "multi-version, HYBRID",
    "plor, ORIGINAL",
    "plor, HYBRID",
    "silo+rc, HYBRID"
  })
  void historiesAreSerializable(String side, TpceMix mix) throws Exception {
    MetricValues values = run(side, mix, false);
    assertTrue(values.get(Metric.COMMITTED) > 0, side + ": " + values);
  }

  /** Each dropped transaction has one attempt, so aborts and commits add up to all attempts. */
  @ParameterizedTest
  @CsvSource({"silo", "no-wait", "multi-version", "plor"})
  void droppedTransactionsAreCounted(String side) throws Exception {
    MetricValues values = run(side, TpceMix.HYBRID, true);
    double committed = 0;
    double aborted = 0;
    for (TpceType type : TpceType.values()) {
      Metric committedOfType = Metric.COMMITTED.ofType(type.label());
      if (values.metrics().contains(committedOfType)) {
        committed += values.get(committedOfType);
        aborted += values.get(EngineRoundMetrics.ABORTED.ofType(type.label()));
      }
    }
    assertEquals(values.get(Metric.COMMITTED), committed, 1e-6, side);
    assertEquals(values.get(EngineRoundMetrics.ABORTS), aborted / committed, 1e-9, side);
    assertTrue(aborted > 0, side + ": " + values);
  }
}
