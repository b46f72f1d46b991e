package dev.yardmaster.proof.simulator;

import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineCounters;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.workload.BankLedger;
import dev.yardmaster.proof.simulator.workload.Mix;
import dev.yardmaster.proof.simulator.workload.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Runs a scenario on the pipeline's own threads. The machine determines the schedule, so the same
 * seed repeats the settings and the operations, but not their interleaving. The checks are the same
 * as in a {@link Simulation}. The service runs in memory, even if the scenario is durable. An
 * instance is for a single run.
 */
public final class ThreadedRun {

  private static final long DEADLINE_S = 60;

  private final NanoClock clock;
  private final long startNs;
  private final Scenario scenario;
  private final HistoryLog history = HistoryLog.inMemory();
  private final Pipeline pipeline;
  private final Mix mix;
  private final BankLedger ledger;
  private final CountDownLatch ended;
  private final CountDownLatch enoughEnded;
  private final List<Thread> clients = new ArrayList<>();

  private ThreadedRun(Scenario scenario, NanoClock clock) {
    this.scenario = scenario;
    this.clock = clock;
    startNs = clock.nanoTime();
    SplittableRandom random = scenario.chance();
    pipeline =
        Pipeline.start(scenario.config(), new ScenarioParts(scenario, random.split(), history));
    mix = scenario.mix(random.split(), SystemEpochClock.INSTANCE::time);
    ledger = scenario.ledger(clock::nanoTime);
    int count = scenario.submitters() + scenario.callers();
    int operations = scenario.operations() / count * count;
    ended = new CountDownLatch(operations);
    enoughEnded = new CountDownLatch(random.nextInt(operations));
  }

  /**
   * Runs a scenario.
   *
   * @throws InterruptedException if the calling thread is interrupted; the method closes the
   *     service first
   */
  public static RunResult run(Scenario scenario) throws InterruptedException {
    return new ThreadedRun(scenario, SystemNanoClock.INSTANCE).play();
  }

  private RunResult play() throws InterruptedException {
    List<String> failures = new ArrayList<>();
    try (pipeline) {
      Mix.procedures().forEach(pipeline::register);
      Operation<?, ?> first = mix.first();
      CountDownLatch opened = new CountDownLatch(1);
      submit(first, opened::countDown);
      await(opened, failures);
      startClients();
      if (scenario.closesEarly()) {
        await(enoughEnded, failures);
        close(failures);
      }
      await(ended, failures);
      if (!scenario.closesEarly()) {
        readBack(failures);
        close(failures);
      }
    }
    for (Thread client : clients) {
      client.join(TimeUnit.SECONDS.toMillis(DEADLINE_S));
    }
    failures.addAll(ledger.complaints());
    byte[] recorded = recorded();
    List<PipelineCounters> life = List.of(pipeline.counters());
    failures.addAll(RunInvariants.on(recorded, ledger, life, 0, scenario));
    return new RunResult(scenario, ledger, life, 0, clock.nanoTime() - startNs, recorded, failures);
  }

  private void close(List<String> failures) {
    ledger.closing();
    long beganNs = clock.nanoTime();
    pipeline.close();
    if (clock.nanoTime() - beganNs >= scenario.config().closeTimeoutNs()) {
      failures.add("the service did not come to rest before it closed");
    }
  }

  private void startClients() {
    int count = scenario.submitters() + scenario.callers();
    int each = scenario.operations() / count;
    for (int i = 0; i < count; i++) {
      SplittableRandom interrupts = new SplittableRandom(scenario.seed() + i);
      Runnable work =
          i < scenario.submitters() ? () -> submitAll(each) : () -> callAll(each, interrupts);
      Thread client = new Thread(work, "client-" + i);
      client.setDaemon(true);
      clients.add(client);
      client.start();
    }
  }

  private void submitAll(int count) {
    Semaphore window = new Semaphore(scenario.window());
    for (int i = 0; i < count; i++) {
      window.acquireUninterruptibly();
      submit(
          next(Mix::next),
          () -> {
            window.release();
            oneEnded();
          });
    }
  }

  private <R> void submit(Operation<?, R> operation, Runnable then) {
    ledger.began(operation);
    var unused =
        operation
            .submit(pipeline)
            .whenComplete(
                (outcome, broken) -> {
                  ledger.ended(operation, outcome);
                  then.run();
                });
  }

  private void callAll(int count, SplittableRandom interrupts) {
    for (int i = 0; i < count; i++) {
      Operation<?, ?> operation = next(Mix::nextLambda);
      if (operation.isQuery()) {
        submit(operation, this::oneEnded);
        continue;
      }
      ledger.began(operation);
      if (interrupts.nextInt(1000) < scenario.interruptPermille()) {
        Thread.currentThread().interrupt();
      }
      ledger.ended(operation, operation.execute(pipeline));
      // Clears an interrupt for this operation, so that the interrupt does not affect the next
      // operation.
      var unused = Thread.interrupted();
      oneEnded();
    }
  }

  private void oneEnded() {
    ended.countDown();
    enoughEnded.countDown();
  }

  private Operation<?, ?> next(Function<Mix, Operation<?, ?>> draw) {
    synchronized (mix) {
      return draw.apply(mix);
    }
  }

  private void readBack(List<String> failures) throws InterruptedException {
    long refused;
    do {
      refused = ledger.refused();
      for (Operation<?, ?> last : mix.last()) {
        CountDownLatch read = new CountDownLatch(1);
        submit(last, read::countDown);
        await(read, failures);
      }
    } while (ledger.refused() > refused);
  }

  private static void await(CountDownLatch latch, List<String> failures)
      throws InterruptedException {
    if (!latch.await(DEADLINE_S, TimeUnit.SECONDS)) {
      failures.add("operations had no outcome after " + DEADLINE_S + " s");
    }
  }

  private byte[] recorded() {
    try {
      history.close();
      return history.bytes();
    } catch (IOException e) {
      throw new UncheckedIOException("a history in memory cannot fail", e);
    }
  }
}
