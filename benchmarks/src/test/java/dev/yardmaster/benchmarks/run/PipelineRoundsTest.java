package dev.yardmaster.benchmarks.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.SerialService;
import dev.yardmaster.benchmarks.SerialService.Fault;
import dev.yardmaster.benchmarks.WorkClock;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.measure.Comparison;
import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.micro.Micro;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.workloads.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PipelineRoundsTest {

  private static final long RECORDED_NS = 30_000_000;
  private static final Workload BANK = new SmallBank(100, 0.9, 5);

  private final List<String> launches = new ArrayList<>();

  @Test
  void sidesAlternateAndTurnAround() {
    Results results = run(experiment(BANK, 2, 0, 3, "base", "vc", "srvc"), Fault.NONE);
    assertEquals(
        List.of("BASE", "VC", "SRVC", "SRVC", "VC", "BASE", "BASE", "VC", "SRVC"), launches);
    assertEquals(3, results.repeats());
    assertTrue(results.findings().isEmpty());
    assertEquals(
        List.of(1.0, 1.0, 1.0),
        results
            .withRatioToBase(Metric.RATIO_TO_BASE, Metric.COMMITTED)
            .rows()
            .get(0)
            .figures()
            .get("ratioToBase")
            .repeats());
  }

  @Test
  void anUnmeasuredRoundGoesBefore() {
    Results results = run(experiment(BANK, 1, 1_000_000, 1, "vc", "srvc"), Fault.NONE);
    assertEquals(List.of("VC", "SRVC", "VC", "SRVC"), launches);
    assertEquals(1, results.repeats());
    assertEquals("vc", results.base().label());
  }

  @Test
  void commitsAndLatenciesAreRecorded() {
    Row row = run(experiment(new Micro(1_000, 0.9, 5), 3, 0, 1, "base"), Fault.NONE).rows().get(0);
    assertTrue(row.value(Metric.COMMITTED) > 0);
    assertTrue(row.value(Latency.P50) > 0);
    assertTrue(row.value(Latency.P50) <= row.value(Latency.MAX));
    assertTrue(row.isSound());
  }

  @Test
  void refusedSubmissionsAreTriedAgainAndCounted() {
    Results results = run(experiment(BANK, 1, 0, 1, "base"), Fault.IS_OVERLOADED);
    Row row = results.rows().get(0);
    assertTrue(row.value(PipelineRoundMetrics.OVERLOADED) > 0);
    assertTrue(row.value(Metric.COMMITTED) > 0);
    assertTrue(row.isSound());
  }

  @Test
  void lostWritesBreakTheInvariant() {
    Results results = run(experiment(BANK, 1, 0, 1, "base"), Fault.LOSES_WRITES);
    assertEquals(1, results.findings().size());
    assertTrue(
        results.findings().get(0).startsWith("base, repeat 1: the bank holds"),
        results.findings().get(0));
    assertFalse(results.rows().get(0).isSound());
  }

  @Test
  void aRejectedTransactionEndsTheRun() {
    Experiment experiment = experiment(BANK, 1, 0, 1, "base");
    WorkloadFailure failure =
        assertThrows(WorkloadFailure.class, () -> run(experiment, Fault.REJECTS));
    assertTrue(failure.getMessage().startsWith("base: smallbank."), failure.getMessage());
    assertTrue(failure.getMessage().contains("LOGIC_FAILED"), failure.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"base", "srvc", "full"})
  void interactiveTransactionsKeepTheMoney(String side) {
    Results results = runInteractive(BANK, side);
    assertEquals(List.of(), results.findings());
    assertTrue(results.rows().get(0).value(Metric.COMMITTED) > 0);
  }

  @Test
  void interactiveLogicThatThrowsEndsTheRun() {
    WorkloadFailure failure =
        assertThrows(WorkloadFailure.class, () -> runInteractive(new BrokenWorkload(), "base"));
    assertTrue(failure.getMessage().startsWith("base: broken was rejected"), failure.getMessage());
    assertTrue(failure.getMessage().contains("LOGIC_FAILED"), failure.getMessage());
  }

  @Test
  void aServiceThatBreaksInteractiveCallsEndsTheRun() {
    Experiment experiment = experiment(BANK, Logic.INTERACTIVE, 1, 0, 1, "base");
    WorkloadFailure failure =
        assertThrows(WorkloadFailure.class, () -> run(experiment, Fault.NONE));
    assertTrue(failure.getMessage().contains("ended without an outcome"), failure.getMessage());
  }

  private static Results runInteractive(Workload workload, String side) {
    Experiment experiment = experiment(workload, Logic.INTERACTIVE, 2, 0, 1, side);
    return compare(experiment, MeasuredService::pipeline, status -> {});
  }

  @Test
  void anInterruptLeavesTheRepeatsThatEnded() {
    Experiment experiment = experiment(BANK, 1, 0, 1_000, "base", "vc");
    Results results =
        compare(
            experiment,
            this::launch,
            status -> {
              if (status.repeat() == 2 && status.stage() == ComparisonStatus.Stage.RECORDING) {
                Thread.currentThread().interrupt();
              }
            });
    assertTrue(results.interrupted());
    assertEquals(1, results.repeats());
  }

  private Results run(Experiment experiment, Fault fault) {
    Launcher launcher =
        (config, history) -> {
          launches.add(config.mode().name());
          return new SerialService(fault).measured();
        };
    return compare(experiment, launcher, status -> {});
  }

  /**
   * Runs a comparison that does not measure the disturbance of rounds, so that other load on the
   * machine does not change the number of rounds.
   */
  private static Results compare(
      Experiment experiment, Launcher launcher, ProgressListener progress) {
    WorkClock clock = new WorkClock();
    return new Comparison(
            "",
            PipelineRounds.of(experiment, launcher, clock),
            experiment.plan().unjudged(),
            clock,
            progress)
        .run();
  }

  private MeasuredService launch(PipelineConfig config, HistoryLog history) {
    return new SerialService(Fault.NONE).measured();
  }

  private static Experiment experiment(
      Workload workload, int clients, long warmUpNs, int repeats, String... sides) {
    return experiment(workload, Logic.PROCEDURE, clients, warmUpNs, repeats, sides);
  }

  private static Experiment experiment(
      Workload workload, Logic logic, int clients, long warmUpNs, int repeats, String... sides) {
    return new Experiment(
        workload,
        0.9,
        logic,
        List.of(sides).stream().map(PipelineSide::parse).toList(),
        PipelineConfig.builder().concurrency(8).build(),
        clients,
        warmUpNs,
        RECORDED_NS,
        repeats,
        Optional.empty(),
        Path.of("target", "data"));
  }
}
