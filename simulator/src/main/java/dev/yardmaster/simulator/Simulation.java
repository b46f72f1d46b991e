package dev.yardmaster.simulator;

import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.simulator.workload.Ledger;
import dev.yardmaster.simulator.workload.Mix;
import dev.yardmaster.simulator.workload.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Plays a scenario under virtual time: opens the accounts, lets the clients run their operations,
 * reads everything back, closes the service, and checks what is left. Equal scenarios give equal
 * histories, byte for byte. Single use; one thread, and those of blocking callers in turns with it.
 */
public final class Simulation {

  /** Makes the parts of a run; a test plants a bug here. */
  @FunctionalInterface
  interface PartsOf {
    PipelineParts make(Scenario scenario, Scheduler scheduler, HistoryLog history);
  }

  private static final int MAX_STEPS = 5_000_000;

  private final Scenario scenario;
  private final SplittableRandom random;
  private final Scheduler scheduler;
  private final HistoryLog history = HistoryLog.inMemory();
  private final Mix mix;
  private final Ledger ledger;
  private final Incarnation incarnation;
  private final long startNs;
  private int steps;

  private Simulation(Scenario scenario, PartsOf parts) {
    this.scenario = scenario;
    random = scenario.chance();
    scheduler = new Scheduler(random, scenario);
    startNs = scheduler.now();
    mix = scenario.mix(random, scheduler::epochMs);
    ledger = scenario.ledger(scheduler::now);
    incarnation =
        new Incarnation(scenario, scheduler, ledger, parts.make(scenario, scheduler, history));
  }

  /** Plays a scenario. */
  public static RunResult run(Scenario scenario) {
    return run(scenario, SimulatedParts::new);
  }

  /** Plays a scenario on a pipeline of other parts. */
  static RunResult run(Scenario scenario, PartsOf parts) {
    return new Simulation(scenario, parts).play();
  }

  private RunResult play() {
    List<String> failures = new ArrayList<>();
    try {
      submit(mix.first());
      runClients();
      if (!scenario.closesEarly()) {
        readBack();
        close();
      }
    } catch (SimulationFailure failure) {
      failures.add(failure.getMessage());
    } finally {
      incarnation.end();
    }
    failures.addAll(ledger.complaints());
    byte[] recorded = recorded();
    failures.addAll(Verdict.on(recorded, ledger, incarnation.pipeline(), scenario));
    return new RunResult(scenario, ledger, scheduler.now() - startNs, recorded, failures);
  }

  private void submit(Operation<?, ?> operation) {
    long expected = ledger.began() + 1;
    incarnation.addSubmitter("submitter", () -> operation, 1, 1);
    runUntilEnded(expected);
  }

  private void readBack() {
    long refused;
    do {
      // Who gave up waiting keeps its place in the queue until the processor looks: try again.
      refused = ledger.refused();
      mix.last().forEach(this::submit);
    } while (ledger.refused() > refused);
  }

  private void runClients() {
    int clients = scenario.submitters() + scenario.callers();
    long expected = ledger.began();
    for (int i = 0; i < clients; i++) {
      int count = scenario.operations() / clients;
      expected += count;
      if (i < scenario.submitters()) {
        incarnation.addSubmitter("submitter-" + i, mix::next, count, scenario.window());
      } else {
        incarnation.addCaller("caller-" + i, mix::nextLambda, count);
      }
    }
    if (scenario.closesEarly()) {
      long enough = ledger.ended() + random.nextInt(scenario.operations());
      while (ledger.ended() < Math.min(enough, expected)) {
        step();
      }
      close();
    }
    runUntilEnded(expected);
  }

  private void runUntilEnded(long operations) {
    while (ledger.began() < operations || !ledger.allEnded()) {
      step();
    }
  }

  private void close() {
    ledger.closing();
    long beganNs = scheduler.now();
    CallerTask closer = incarnation.close();
    while (!closer.ended()) {
      step();
    }
    if (scheduler.now() - beganNs >= scenario.config().closeTimeoutNs()) {
      throw new SimulationFailure("the service did not come to rest before it closed");
    }
    if (scheduler.underWay() > 0) {
      throw new SimulationFailure(scheduler.underWay() + " messages were left when it had closed");
    }
  }

  private void step() {
    if (++steps > MAX_STEPS) {
      throw new SimulationFailure("the run makes no progress: " + MAX_STEPS + " steps were taken");
    }
    scheduler.step();
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
