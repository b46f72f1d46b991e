package dev.yardmaster.benchmarks.experiment.batching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.measure.ComparisonStatus.Stage;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.workload.micro.ChangingMicro;
import dev.yardmaster.benchmarks.workload.micro.Micro;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.workloads.ClientStream;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.Workload;
import dev.yardmaster.workloads.WorkloadRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;

/** Tests a side in which two pipelines run in turn. */
class TurnsSideTest {

  private static final long TURN_NS = TimeUnit.MILLISECONDS.toNanos(40);

  private final List<String> turns = new ArrayList<>();
  private final List<AtomicLong> commits = List.of(new AtomicLong(), new AtomicLong());
  private final List<Stage> stages = new ArrayList<>();
  private String violation;
  private int begun;

  /** A run of the changing workload that records its turns and counts its commits. */
  private final class WatchedRun implements WorkloadRun, ClientStream {
    private final int number = begun++;
    private final WorkloadRun run;

    WatchedRun(WorkloadRun run) {
      this.run = run;
    }

    @Override
    public ClientStream client(int index) {
      return this;
    }

    @Override
    public ProcedureInvocation<?, ?> next() {
      return run.client(0).next();
    }

    @Override
    public void committed(ProcedureInvocation<?, ?> call, Outcome.Committed<?> outcome) {
      commits.get(number).incrementAndGet();
      run.client(0).committed(call, outcome);
    }

    @Override
    public int phases() {
      return run.phases();
    }

    @Override
    public void enter(int phase) {
      turns.add("phase " + phase + ": " + number);
      run.enter(phase);
    }

    @Override
    public Optional<String> brokenInvariant(TransactionService service)
        throws InterruptedException {
      assertEquals(Optional.empty(), run.brokenInvariant(service));
      return Optional.ofNullable(violation).map(line -> line + " in " + number);
    }
  }

  private Round run() throws InterruptedException {
    ChangingMicro changing =
        new ChangingMicro(List.of(new Micro(500, 0, 7), new Micro(500, 1.2, 7)));
    Workload watched =
        new Workload() {
          @Override
          public String name() {
            return changing.name();
          }

          @Override
          public String description() {
            return changing.description();
          }

          @Override
          public List<Procedure<?, ?>> procedures() {
            return changing.procedures();
          }

          @Override
          public List<ProcedureInvocation<?, ?>> load() {
            return changing.load();
          }

          @Override
          public WorkloadRun begin(int clients) {
            return new WatchedRun(changing.begin(clients));
          }
        };
    PipelineConfig config =
        PipelineConfig.builder().threads(ThreadLayout.SHARED).concurrency(50).build();
    return new TurnsSide("", List.of(config, config), watched, 0, SystemNanoClock.INSTANCE)
        .run(1, 8 * TURN_NS, (stage, perSecond) -> stages.add(stage));
  }

  @Test
  void eachPhaseHasTwoTurnsOfEachPipeline() throws InterruptedException {
    Round round = run();
    assertEquals(
        List.of(
            "phase 0: 0",
            "phase 0: 1",
            "phase 0: 1",
            "phase 0: 0",
            "phase 1: 0",
            "phase 1: 1",
            "phase 1: 1",
            "phase 1: 0"),
        turns);
    assertEquals(List.of(), round.findings());
    assertEquals(
        List.of(Stage.LOADING, Stage.WARMING_UP, Stage.RECORDING, Stage.CHECKING),
        stages.stream().distinct().toList());
    int firstRecorded = stages.indexOf(Stage.RECORDING);
    assertEquals(
        List.of(Stage.RECORDING, Stage.CHECKING),
        stages.subList(firstRecorded, stages.size()).stream().distinct().toList());
    for (int pipeline = 0; pipeline < 2; pipeline++) {
      double recorded = 0;
      for (int phase = 0; phase < 2; phase++) {
        double committed = round.values().get(TurnsSide.committed(phase, pipeline));
        assertTrue(committed > 0, round::toString);
        recorded += committed * 2 * TURN_NS / 1e9;
      }
      assertTrue(recorded <= commits.get(pipeline).get(), recorded + " of " + commits);
    }
  }

  @Test
  void bothPipelinesAreChecked() throws InterruptedException {
    violation = "lost";
    assertEquals(List.of("lost in 0", "lost in 1"), run().findings());
  }
}
