package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineCounters;
import dev.yardmaster.proof.simulator.disk.SimulatedCrash;
import dev.yardmaster.proof.simulator.disk.SimulatedDisk;
import dev.yardmaster.proof.simulator.network.SimulatedNetwork;
import dev.yardmaster.proof.simulator.scenario.CrashPlan;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.schedule.CallerTask;
import dev.yardmaster.proof.simulator.schedule.Scheduler;
import dev.yardmaster.proof.simulator.schedule.SimulationFailure;
import dev.yardmaster.proof.simulator.schedule.Task;
import dev.yardmaster.proof.simulator.workload.ClientLedger;
import dev.yardmaster.proof.simulator.workload.Mix;
import dev.yardmaster.proof.simulator.workload.Operation;
import dev.yardmaster.proof.simulator.workload.SnapshotInspection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * Runs a scenario whose clients are clients of the SDK and use a simulated network. The run opens
 * the accounts, and lets the clients run their operations while the network fails and the service
 * restarts. Then the run waits until the network has no more faults, queries unknown outcomes,
 * reads all data back, closes clients and server, and checks the result. Equal scenarios give
 * histories that are equal in every byte. The class is long because it holds all steps of a run. An
 * instance is for a single run; threads are used as in {@link Simulation}.
 */
public final class WireSimulation {

  private static final int MAX_STEPS = 100_000_000;
  private static final int NS_PER_MS = 1_000_000;

  /**
   * The time, in ns, from an operation's timeout, within which the client must have the outcome.
   * This time includes the SDK's additional wait for an answer, and the interval of the SDK's
   * checks for expired calls.
   */
  private static final long GRACE_NS = 1_200L * NS_PER_MS;

  /** The time, in ns, within which client and server detect that no more bytes will arrive. */
  private static final long REST_NS = 8_000L * NS_PER_MS;

  /** The number of snapshots that each snapshot-reading client opens. */
  private static final int SNAPSHOTS = 6;

  /** The maximum number of attempts of interactive logic. */
  private static final int MAX_ATTEMPTS = 30;

  private final Scenario scenario;
  private final Simulation.PartsOf parts;
  private final WireParts wireParts;
  private final SplittableRandom random;
  private final Scheduler scheduler;
  private final HistoryLog history = HistoryLog.inMemory();
  private final Mix mix;
  private final ClientLedger ledger;
  private final SimulatedNetwork network;
  private final List<WireClient> clients = new ArrayList<>();
  private final List<CallerTask> callers = new ArrayList<>();

  /** The tasks that continue when a life of the service ends. */
  private final List<Task> lasting = new ArrayList<>();

  private final List<PipelineCounters> lives = new ArrayList<>();
  private final Iterator<CrashPlan> crashPlans;
  private SimulatedDisk disk;
  private CrashPlan crashPlan;
  private Incarnation incarnation;
  private WireServer server;
  private Pipeline before;
  private int lifeSteps;
  private int steps;
  private int crashes;
  private boolean restarting;

  /** Whether the service is closing and will not restart. */
  private boolean isClosing;

  private WireSimulation(Scenario scenario, Simulation.PartsOf parts, WireParts wireParts) {
    this.scenario = scenario;
    this.parts = parts;
    this.wireParts = wireParts;
    random = scenario.chance();
    scheduler = new Scheduler(random, scenario);
    mix = scenario.mix(random, scheduler::epochMs);
    ledger = new ClientLedger(scenario.accounts(), scheduler::now, GRACE_NS, false);
    network =
        new SimulatedNetwork(scenario.wire().conditions(), random.split(), scheduler::elapsedNs);
    crashPlans = scenario.crashPlans().iterator();
    disk = new SimulatedDisk(random.split(), scheduler::switchPoint);
  }

  /** Runs a scenario that has a network. */
  public static RunResult run(Scenario scenario) {
    return run(scenario, SimulatedParts::new, new WireParts());
  }

  /** Runs a scenario with the given parts. */
  static RunResult run(Scenario scenario, Simulation.PartsOf parts, WireParts wireParts) {
    return new WireSimulation(scenario, parts, wireParts).play();
  }

  private RunResult play() {
    List<String> failures = new ArrayList<>();
    try {
      lasting.add(new NetworkTask(network, scheduler));
      begin();
      for (int i = 0; i < scenario.wire().clients(); i++) {
        WireClient client =
            new WireClient(i, scenario.wire(), network, scheduler, ledger, wireParts);
        clients.add(client);
        add(client.loop());
      }
      work();
      if (scenario.closesEarly()) {
        closeClients();
        checkNothingIsLeft(failures);
      } else {
        rest();
        closeClients();
        until(this::isAtRest, "both ends are at rest");
        checkNothingIsLeft(failures);
        closeService();
      }
    } catch (SimulationFailure failure) {
      failures.add(failure.getMessage());
    } finally {
      callers.forEach(CallerTask::abandon);
      endLife();
    }
    return result(failures);
  }

  private RunResult result(List<String> failures) {
    byte[] recorded = recorded();
    failures.addAll(ledger.complaints(recorded, scenario.notes()));
    failures.addAll(RunInvariants.onClients(recorded, ledger, lives, scenario));
    return new RunResult(
        scenario,
        ledger.began(),
        ledger.committed(),
        ledger.outcomes(),
        lives,
        crashes,
        scheduler.elapsedNs(),
        recorded,
        failures);
  }

  private void add(Task task) {
    lasting.add(task);
    scheduler.add(task);
    if (task instanceof CallerTask caller) {
      callers.add(caller);
    }
  }

  // The following methods begin and end lives (the times from a start to an end) of the service.

  /** Starts the service repeatedly, each time a new life, until a start succeeds. */
  private void begin() {
    while (incarnation == null) {
      crashPlan = crashPlans.hasNext() ? crashPlans.next() : null;
      lifeSteps = 0;
      lasting.forEach(scheduler::add);
      try {
        beginOnce();
      } catch (SimulatedCrash | IncarnationEnded sudden) {
        crashes++;
        endLife();
        crashDisk();
      }
    }
  }

  private void beginOnce() {
    SimulatedParts made = parts.make(scenario, scheduler, history);
    long survived = 0;
    if (scenario.durability().isDurable()) {
      survived = SurvivingCommits.newestVersion(disk);
      made.use(disk);
      if (crashPlan != null && crashPlan.fault() != null) {
        disk.plan(crashPlan.fault());
      }
    }
    try {
      incarnation = new Incarnation(scenario, scheduler, scenario.ledger(scheduler::now), made);
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
    server =
        new WireServer(
            scenario.wire(), network, scheduler, incarnation.pipeline().encoded(), wireParts);
  }

  private void step() {
    try {
      takeStep();
      boolean failed = incarnation.hasFailed();
      if (failed && !restarting) {
        closeAfterFailure();
      }
      lifeSteps++;
      if (failed
          || (crashPlan != null && crashPlan.fault() == null && lifeSteps >= crashPlan.step())) {
        restart();
      }
    } catch (SimulatedCrash sudden) {
      restart();
    }
  }

  private void takeStep() {
    if (++steps > MAX_STEPS) {
      throw new SimulationFailure("the run makes no progress: " + MAX_STEPS + " steps were taken");
    }
    scheduler.step();
  }

  /**
   * Closes the service after a failure of its disk. The clients may still receive the service's
   * last answers.
   */
  private void closeAfterFailure() {
    restarting = true;
    CallerTask closer = incarnation.close();
    while (!closer.ended()) {
      takeStep();
    }
  }

  private void restart() {
    restarting = false;
    crashes++;
    endLife();
    crashDisk();
    begin();
  }

  private void crashDisk() {
    disk.crash();
    disk = disk.restart(crashPlan.style());
  }

  /** Ends the current life, if a life is running. The clients and the network continue. */
  private void endLife() {
    if (server != null) {
      server.end();
      server = null;
    }
    if (incarnation != null) {
      before = incarnation.pipeline();
      incarnation.end();
      lives.add(before.counters());
      incarnation = null;
    }
    scheduler.clear();
  }

  // The following methods serve the clients.

  private void work() {
    submit(mix.first());
    int count = scenario.submitters() + scenario.callers();
    long expected = ledger.began();
    for (int i = 0; i < count; i++) {
      int share = (scenario.operations() + i) / count;
      expected += share;
      WireClient client = clients.get(i % clients.size());
      add(
          i < scenario.submitters()
              ? client.submitter("submitter-" + i, () -> next(false), share, scenario.window())
              : client.caller("caller-" + i, () -> next(true), share));
    }
    List<CallerTask> readers = new ArrayList<>();
    for (int i = 0; i < scenario.readers(); i++) {
      WireClient client = clients.get(i % clients.size());
      SnapshotInspection inspection = scenario.inspection(ledger, i);
      readers.add(client.reader("reader-" + i, inspection, SNAPSHOTS, () -> isClosing));
    }
    readers.forEach(this::add);
    if (scenario.closesEarly()) {
      long enough = ledger.ended() + random.nextInt(scenario.operations());
      while (ledger.ended() < Math.min(enough, expected)) {
        step();
      }
      drain();
    }
    long all = expected;
    while (ledger.began() < all || ledger.ended() < ledger.began()) {
      step();
    }
    while (!readers.stream().allMatch(CallerTask::ended)) {
      step();
    }
  }

  private Operation<?, ?> next(boolean lambda) {
    Operation<?, ?> operation;
    do {
      operation = lambda ? mix.nextLambda() : mix.next();
      // A query has a timeout of ten seconds, which is far longer than a client needs to detect a
      // closed service.
    } while (isClosing && operation.isQuery());
    if (operation.isQuery()) {
      return operation;
    }
    if (isClosing || random.nextInt(8) == 0) {
      return operation.withTimeout(Duration.ofMillis(1 + random.nextInt(50)));
    }
    // Without a bound, a client's logic could restart repeatedly over a slow network, and could
    // still run when clients and server must be idle.
    return lambda
        ? operation
            .withTimeout(Duration.ofMillis(10_000 + random.nextInt(10_000)))
            .withMaxAttempts(MAX_ATTEMPTS)
        : operation.withTimeout(Duration.ofMillis(1_000 + random.nextInt(4_000)));
  }

  /** Submits an operation that must commit despite all faults. */
  private void submit(Operation<?, ?> operation) {
    TransactionId id =
        new TransactionId(scheduler.epochMs(), random.nextInt(1 << 16), random.nextLong());
    clients.get(0).submit(operation.withId(id), () -> {});
    while (ledger.ended() < ledger.began()) {
      step();
    }
  }

  private void drain() {
    ledger.closing();
    isClosing = true;
    server.drain();
    long untilNs = scheduler.elapsedNs() + random.nextInt(2_000) * (long) NS_PER_MS;
    while (server.connections().openRequests() > 0 && scheduler.elapsedNs() < untilNs) {
      step();
    }
    closeService();
    server.connections().close();
  }

  private void closeService() {
    long beganNs = scheduler.now();
    CallerTask closer = incarnation.close();
    int life = crashes;
    while (life == crashes && !closer.ended()) {
      step();
    }
    // This check applies only to a restart: if a client sends nothing more, its interactive
    // transactions end only at the close.
    if (!isClosing
        && life == crashes
        && scheduler.now() - beganNs >= scenario.config().closeTimeoutNs()) {
      throw new SimulationFailure("the service did not come to rest before it closed");
    }
  }

  /** Queries unknown outcomes and reads all data back, on a network without faults. */
  private void rest() {
    network.calm();
    for (Operation<?, ?> operation : ledger.unknown()) {
      ledger.resolved(operation, ask(operation.options().id()));
    }
    mix.last().forEach(this::submit);
  }

  private TransactionStatus ask(TransactionId id) {
    for (int attempts = 0; attempts < 100; attempts++) {
      var answer = clients.get(0).service().status(id).toCompletableFuture();
      while (!answer.isDone()) {
        step();
      }
      if (answer.join() instanceof Outcome.Committed<TransactionStatus> committed) {
        return committed.value();
      }
    }
    throw new SimulationFailure("the status of an id is not answered on a calm network");
  }

  private void closeClients() {
    network.calm();
    List<CallerTask> closers = clients.stream().map(WireClient::closer).toList();
    closers.forEach(this::add);
    while (!closers.stream().allMatch(CallerTask::ended)) {
      step();
    }
  }

  private boolean isAtRest() {
    return server.connections().connections() == 0
        && incarnation.pipeline().load().inFlight() == 0
        && incarnation.pipeline().load().waitingForKeys() == 0
        && network.isEmpty();
  }

  private void until(BooleanSupplier done, String what) {
    long untilNs = scheduler.elapsedNs() + REST_NS;
    while (!done.getAsBoolean()) {
      if (scheduler.elapsedNs() >= untilNs) {
        throw new SimulationFailure(
            "not within "
                + REST_NS
                + " ns: "
                + what
                + "; connections="
                + server.connections().connections()
                + " openRequests="
                + server.connections().openRequests()
                + " inFlight="
                + incarnation.pipeline().load().inFlight());
      }
      step();
    }
  }

  private void checkNothingIsLeft(List<String> failures) {
    if (scenario.closesEarly()) {
      // The network may end a connection before the server's event loop has processed this end.
      until(
          () -> network.isEmpty() && server.connections().connections() == 0,
          "all connections are closed");
    }
    checkZero("connections of the server", server.connections().connections(), failures);
    checkZero("unanswered requests", server.connections().openRequests(), failures);
    checkZero("bytes of buffers", network.allocatedBytes(), failures);
    for (WireClient client : clients) {
      checkZero("connections of a client", client.connections(), failures);
      checkZero("outstanding transactions of a client", client.outstanding(), failures);
    }
  }

  private static void checkZero(String what, long count, List<String> failures) {
    if (count != 0) {
      failures.add(what + " that are left: " + count);
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
