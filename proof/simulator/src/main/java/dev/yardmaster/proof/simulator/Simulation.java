package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineCounters;
import dev.yardmaster.proof.simulator.disk.CrashStyle;
import dev.yardmaster.proof.simulator.disk.SimulatedCrash;
import dev.yardmaster.proof.simulator.disk.SimulatedDisk;
import dev.yardmaster.proof.simulator.scenario.CrashPlan;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.schedule.CallerTask;
import dev.yardmaster.proof.simulator.schedule.Scheduler;
import dev.yardmaster.proof.simulator.schedule.SimulationFailure;
import dev.yardmaster.proof.simulator.workload.BankLedger;
import dev.yardmaster.proof.simulator.workload.Mix;
import dev.yardmaster.proof.simulator.workload.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * Runs a scenario under virtual time. The simulation opens the accounts, lets the clients run their
 * operations, reads all data back, closes the service, and checks the result. Equal scenarios give
 * histories that are equal in every byte. An instance is for a single run. The run uses one thread,
 * in turn with the threads of blocking callers.
 *
 * <p>A durable service has several lives; each of them except the last ends suddenly. Each life
 * after the first starts from the data that the simulated disk has kept. The run then queries the
 * outcomes of all operations that were in flight, reads all data back, and continues with the
 * clients' remaining operations.
 */
public final class Simulation {

  /** Makes the parts of a run; a test can plant a bug by replacing a part. */
  @FunctionalInterface
  interface PartsOf {
    SimulatedParts make(Scenario scenario, Scheduler scheduler, HistoryLog history);
  }

  private static final int MAX_STEPS = 5_000_000;

  /** The number of snapshots that each snapshot-reading client opens. */
  private static final int SNAPSHOTS = 12;

  private final Scenario scenario;
  private final PartsOf parts;
  private final int maxSteps;
  private final SplittableRandom random;
  private final Scheduler scheduler;
  private final HistoryLog history = HistoryLog.inMemory();
  private final Mix mix;
  private final BankLedger ledger;
  private final List<PipelineCounters> lives = new ArrayList<>();
  private final Iterator<CrashPlan> crashPlans;
  private final long startNs;

  /** The disk of the current life; null for a service in memory. */
  private SimulatedDisk disk;

  /** The current life; null between two lives. */
  private Incarnation incarnation;

  /** The pipeline of the previous life. Some of its commits may be missing in the history. */
  private Pipeline before;

  /** How the current life will end; null if its end is not planned. */
  private CrashPlan crashPlan;

  private CallerTask closer;
  private Operation<?, ?> opening;
  private boolean opened;
  private int operationsLeft;
  private int lifeSteps;
  private int steps;
  private int crashes;
  private long asked;

  private Simulation(Scenario scenario, PartsOf parts, int maxSteps) {
    this.scenario = scenario;
    this.parts = parts;
    this.maxSteps = maxSteps;
    random = scenario.chance();
    scheduler = new Scheduler(random, scenario);
    startNs = scheduler.now();
    mix = scenario.mix(random, scheduler::epochMs);
    ledger = scenario.ledger(scheduler::now);
    crashPlans = scenario.crashPlans().iterator();
    operationsLeft = scenario.operations() / clients() * clients();
    if (isDurable()) {
      disk = new SimulatedDisk(random.split(), scheduler::switchPoint);
    }
  }

  /** Runs a scenario. */
  public static RunResult run(Scenario scenario) {
    return run(scenario, SimulatedParts::new);
  }

  /** Runs a scenario on a pipeline with the given parts. */
  static RunResult run(Scenario scenario, PartsOf parts) {
    return run(scenario, parts, MAX_STEPS);
  }

  /**
   * Runs a scenario on a pipeline with the given parts.
   *
   * @param maxSteps the number of steps after which the run fails for lack of progress
   */
  static RunResult run(Scenario scenario, PartsOf parts, int maxSteps) {
    return new Simulation(scenario, parts, maxSteps).play();
  }

  private boolean isDurable() {
    return scenario.durability().isDurable();
  }

  private int clients() {
    return scenario.submitters() + scenario.callers();
  }

  private RunResult play() {
    List<String> failures = new ArrayList<>();
    try {
      playLives();
    } catch (SimulationFailure failure) {
      failures.add(failure.getMessage());
    } finally {
      endLife();
    }
    failures.addAll(ledger.complaints());
    byte[] recorded = recorded();
    failures.addAll(RunInvariants.on(recorded, ledger, lives, asked, scenario));
    return new RunResult(
        scenario, ledger, lives, crashes, scheduler.now() - startNs, recorded, failures);
  }

  private void playLives() {
    boolean worked = false;
    boolean over = false;
    while (!over) {
      crashPlan = crashPlans.hasNext() ? crashPlans.next() : null;
      try {
        begin();
        settle();
        if (worked) {
          close();
          over = true;
        } else {
          work();
          worked = true;
          // At the end, a durable service restarts once more, and the run reads its data back.
          over = !isDurable();
        }
        if (!over) {
          restart(isErrorOfAsync() ? CrashStyle.KEPT : CrashStyle.LOST);
        }
      } catch (SimulatedCrash | IncarnationEnded sudden) {
        endSuddenly();
      }
    }
  }

  /** Starts a life of the service. The planned end may also occur during the start. */
  private void begin() {
    SimulatedParts made = parts.make(scenario, scheduler, history);
    closer = null;
    lifeSteps = 0;
    long survived = 0;
    if (isDurable()) {
      survived = SurvivingCommits.newestVersion(disk);
      made.use(disk);
      if (crashPlan != null && crashPlan.fault() != null) {
        disk.plan(crashPlan.fault());
      }
    }
    try {
      incarnation = new Incarnation(scenario, scheduler, ledger, made);
    } catch (YardmasterException e) {
      if (crashPlan == null || !crashPlan.isDiskError() || e.code() != ErrorCode.IO_FAILED) {
        throw new SimulationFailure("the service does not start: " + e, e);
      }
      throw new IncarnationEnded("the disk has failed at the start: " + e.getMessage());
    }
    if (before != null) {
      long newest = survived;
      before.recordUnanswered(version -> version <= newest);
      before = null;
    }
  }

  /** Queries the outcomes of the operations that earlier lives did not answer. */
  private void settle() {
    for (Operation<?, ?> operation : ledger.unresolved()) {
      TransactionStatus status = ask(operation.options().id());
      ledger.statusAnswered(operation, status);
      if (status.outcome() instanceof Outcome.Committed<Object> committed) {
        ledger.resolved(operation, OptionalLong.of(committed.commitVersion()));
        opened |= operation.number() == opening.number();
      } else {
        ledger.resolved(operation, OptionalLong.empty());
      }
    }
    if (opened) {
      readBack();
    }
  }

  private TransactionStatus ask(TransactionId id) {
    while (true) {
      asked++;
      var answer = incarnation.pipeline().status(id).toCompletableFuture();
      while (!answer.isDone()) {
        step();
      }
      if (answer.join() instanceof Outcome.Committed<TransactionStatus> committed) {
        return committed.value();
      }
    }
  }

  private void work() {
    if (!opened) {
      opening = named(mix.first());
      submit(opening);
      opened = true;
    }
    runClients();
    if (!scenario.closesEarly()) {
      readBack();
      close();
    }
  }

  /**
   * Returns the operation. If the service is durable, the returned operation has an id, so that its
   * outcome can be queried.
   */
  private <A, R> Operation<A, R> named(Operation<A, R> operation) {
    return isDurable() && operation.options().id() == null
        ? operation.withId(
            new TransactionId(scheduler.epochMs(), random.nextInt(1 << 16), random.nextLong()))
        : operation;
  }

  private void submit(Operation<?, ?> operation) {
    long expected = ledger.began() + 1;
    incarnation.addSubmitter("submitter", () -> operation, 1, 1);
    runUntilEnded(expected);
  }

  private void readBack() {
    long refused;
    do {
      // After an operation's caller has timed out, the operation stays in the queue until the
      // processor polls it. The queue may therefore be full, and refused operations are submitted
      // again.
      refused = ledger.refused();
      mix.last().forEach(operation -> submit(named(operation)));
    } while (ledger.refused() > refused);
  }

  private Operation<?, ?> next() {
    operationsLeft--;
    return named(mix.next());
  }

  private Operation<?, ?> nextLambda() {
    operationsLeft--;
    return named(mix.nextLambda());
  }

  private void runClients() {
    long expected = ledger.began() + operationsLeft;
    for (int i = 0; i < clients(); i++) {
      int count = (operationsLeft + i) / clients();
      if (i < scenario.submitters()) {
        incarnation.addSubmitter("submitter-" + i, this::next, count, scenario.window());
      } else {
        incarnation.addCaller("caller-" + i, this::nextLambda, count);
      }
    }
    for (int i = 0; i < scenario.readers(); i++) {
      incarnation.addReader("reader-" + i, scenario.inspection(ledger, i), SNAPSHOTS);
    }
    if (scenario.closesEarly()) {
      long enough = ledger.ended() + random.nextInt(scenario.operations());
      while (ledger.ended() < Math.min(enough, expected)) {
        step();
      }
      close();
    }
    runUntilEnded(expected);
    while (!incarnation.readersEnded()) {
      step();
    }
  }

  private void runUntilEnded(long operations) {
    while (ledger.began() < operations || !ledger.allEnded()) {
      step();
    }
  }

  private void close() {
    ledger.closing();
    long beganNs = scheduler.now();
    closer = incarnation.close();
    while (!closer.ended()) {
      step();
    }
    if (scheduler.now() - beganNs >= scenario.config().closeTimeoutNs()) {
      throw new SimulationFailure("the service did not come to rest before it closed");
    }
    long inFlight = incarnation.pipeline().load().inFlight();
    if (inFlight != 0 && incarnation.pipeline().failure().isEmpty()) {
      throw new SimulationFailure(
          inFlight + " transactions are counted as in flight after all have ended");
    }
    // If a checkpoint is in progress, the close abandons the checkpoint, and one message about it
    // is never received.
    if (scheduler.underWay() > (isDurable() ? 1 : 0)) {
      throw new SimulationFailure(
          scheduler.underWay() + " messages were left when the service had closed");
    }
  }

  private void step() {
    takeStep();
    if (incarnation.hasFailed()) {
      throw new IncarnationEnded("the disk has failed");
    }
    lifeSteps++;
    if (crashPlan != null && crashPlan.fault() == null && lifeSteps >= crashPlan.step()) {
      throw new IncarnationEnded("everything ends");
    }
  }

  private void takeStep() {
    if (++steps > maxSteps) {
      throw new SimulationFailure("the run makes no progress: " + maxSteps + " steps were taken");
    }
    scheduler.step();
  }

  private void endSuddenly() {
    crashes++;
    if (incarnation != null && incarnation.hasFailed() && !disk.isCrashed()) {
      closeAfterFailure();
    }
    restart(crashPlan.style());
  }

  /** Closes the service after a failure of its disk. Closing answers every caller with an error. */
  private void closeAfterFailure() {
    try {
      closer = closer == null ? incarnation.close() : closer;
      while (!closer.ended() || !ledger.allEnded()) {
        takeStep();
      }
    } catch (SimulatedCrash alsoThat) {
      // The exception is ignored, because the service is closed in any case.
    }
  }

  private void restart(CrashStyle style) {
    disk.crash();
    endLife();
    ledger.crashed();
    disk = disk.restart(style);
  }

  /** Ends the current life, if a life is running. */
  private void endLife() {
    if (incarnation != null) {
      before = incarnation.pipeline();
      incarnation.end();
      lives.add(before.counters());
      incarnation = null;
    }
    scheduler.clear();
  }

  /**
   * Returns whether a disk error has ended a life with asynchronous durability. The answered
   * commits of such a life need not be on the disk, although the machine has not crashed.
   */
  private boolean isErrorOfAsync() {
    return scenario.durability().mode() == Durability.Mode.ASYNC
        && crashPlan != null
        && crashPlan.isDiskError();
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
