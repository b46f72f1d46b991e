package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineCounters;
import dev.yardmaster.proof.simulator.disk.SimulatedDisk;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.scenario.Scenarios;
import dev.yardmaster.proof.simulator.schedule.CallerTask;
import dev.yardmaster.proof.simulator.schedule.Scheduler;
import dev.yardmaster.proof.simulator.schedule.SimulationFailure;
import dev.yardmaster.proof.simulator.workload.ClientLedger;
import dev.yardmaster.proof.simulator.workload.Mix;
import dev.yardmaster.proof.simulator.workload.Operation;
import dev.yardmaster.proof.simulator.workload.SnapshotInspection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Runs a scenario on a cluster of three members with one replicated log. The leader of each term
 * has a separate pipeline with separate clients. Disturbances replace leaders: a leader crashes, or
 * a replaced leader continues to work because it learns late of the replacement. A part of its
 * uncommitted entries may survive. Members apply entries late, and restart from a snapshot or from
 * the beginning of the log. Leaders take snapshots too, while their clients continue. In half of
 * the scenarios, the data of each member are in a table. Each snapshot then flushes the changes to
 * the table, so snapshots are frequent.
 *
 * <p>If the outcome of an operation with an id is unknown, a client submits the operation again, to
 * any member that believes that it leads. Other clients read snapshots on the members that do not
 * lead. At the end, the run queries the last leader for the outcomes that are still unknown, and
 * reads all data back. The stores of all members must be equal. One history covers all terms. An
 * instance is for a single run.
 */
public final class ReplicatedSimulation {

  private static final int MEMBERS = 3;
  private static final int MAX_STEPS = 5_000_000;
  private static final int SNAPSHOTS = 4;
  private static final int MEMBER_SNAPSHOTS = 12;
  private static final int MAX_DISTURBANCES = 60;

  /** The maximum number of steps between two disturbances. */
  private static final int MAX_STEPS_BETWEEN = 15_000;

  private static final int MAX_LATE_NS = 2_000_000;
  private static final int MAX_FAILING_PERMILLE = 50;
  private static final int MAX_SKEW_MS = 900;
  private static final long NO_LIMIT_NS = Long.MAX_VALUE / 4;

  private enum Disturbance {
    ELECTION,
    LATE_ELECTION,
    ONLY_READS,
    HELD_ENTRIES,
    CRASH,
    CRASH_OF_LEADER,
    SNAPSHOT,
    LATE_MEMBER
  }

  private final Scenario scenario;
  private final Supplier<ClusterParts> parts;
  private final SplittableRandom random;
  private final Scheduler scheduler;
  private final HistoryLog history = HistoryLog.inMemory();
  private final Mix mix;
  private final ClientOperations operations;
  private final ClientLedger ledger;
  private final SimulatedLog log;
  private final ClusterMember[] members = new ClusterMember[MEMBERS];
  private final long[] secrets = new long[MEMBERS];
  private final int maxSkewMs;
  private final List<CallerTask> readers = new ArrayList<>();
  private final List<MemberTerm> leaderships = new ArrayList<>();
  private final List<ClusterMember.Snapshot> snapshots = new ArrayList<>();

  /** The number of pipelines that have clients. */
  private int served;

  private boolean clientsWork;
  private boolean closing;
  private int disturbancesLeft;
  private int nextDisturbance;
  private int steps;
  private int crashes;

  private ReplicatedSimulation(Scenario scenario, Supplier<ClusterParts> parts) {
    this.scenario = scenario;
    this.parts = parts;
    random = scenario.chance();
    scheduler = new Scheduler(random, scenario);
    mix = scenario.mix(random, scheduler::epochMs);
    ledger = new ClientLedger(scenario.accounts(), scheduler::now, NO_LIMIT_NS, true);
    log =
        new SimulatedLog(
            scheduler, random.nextInt(3) == 0 ? random.nextInt(MAX_FAILING_PERMILLE) : 0);
    operations = new ClientOperations(mix, scenario.operations(), random, scheduler::epochMs);
    disturbancesLeft = random.nextInt(MAX_DISTURBANCES + 1);
    maxSkewMs = canExpire() ? MAX_SKEW_MS : 0;
    for (int i = 0; i < MEMBERS; i++) {
      secrets[i] = random.nextLong();
    }
  }

  /** Runs a scenario of {@link Scenarios#drawReplicated}. */
  public static RunResult run(Scenario scenario) {
    return run(scenario, ClusterParts::new);
  }

  /** Runs a scenario on members with the given parts. Each start of a member takes new parts. */
  static RunResult run(Scenario scenario, Supplier<ClusterParts> parts) {
    return new ReplicatedSimulation(scenario, parts).play();
  }

  private RunResult play() {
    List<String> failures = new ArrayList<>();
    try {
      scheduler.add(log);
      for (int i = 0; i < MEMBERS; i++) {
        start(i, null);
      }
      addReaders();
      submit(mix.first());
      clientsWork = true;
      until(() -> operations.left() == 0 && ledger.ended() == ledger.began());
      rest();
      compareStores(failures);
    } catch (SimulationFailure failure) {
      failures.add(failure.getMessage());
    } finally {
      end();
    }
    return result(failures);
  }

  private void end() {
    leaderships.stream().filter(each -> !each.isOver()).forEach(MemberTerm::crash);
    for (ClusterMember member : members) {
      if (member != null) {
        member.end();
      }
    }
    readers.forEach(CallerTask::abandon);
    leaderships.forEach(each -> each.recordUnanswered(log));
  }

  private RunResult result(List<String> failures) {
    byte[] recorded = recorded();
    List<PipelineCounters> terms =
        leaderships.stream().map(each -> each.pipeline().counters()).toList();
    failures.addAll(ledger.complaints(recorded, scenario.notes()));
    failures.addAll(RunInvariants.onClients(recorded, ledger, terms, scenario));
    return new RunResult(
        scenario,
        ledger.began(),
        ledger.committed(),
        ledger.outcomes(),
        terms,
        crashes,
        scheduler.elapsedNs(),
        recorded,
        failures);
  }

  private byte[] recorded() {
    try {
      history.close();
      return history.bytes();
    } catch (IOException e) {
      throw new UncheckedIOException("a history in memory cannot fail", e);
    }
  }

  // The following methods disturb the members.

  private void start(int number, ClusterMember.Snapshot from) {
    members[number] =
        new ClusterMember(
            "member-" + number,
            scenario,
            scheduler,
            history,
            parts.get(),
            log,
            from,
            secrets[number],
            maxSkewMs,
            this::open,
            this::takeSnapshot);
  }

  private MemberTerm open(SimulatedParts of) {
    MemberTerm opened = new MemberTerm(scenario, scheduler, ledger, this::isUnknown, of);
    leaderships.add(opened);
    return opened;
  }

  private void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      step();
    }
  }

  private void step() {
    if (++steps > MAX_STEPS) {
      throw new SimulationFailure("the run makes no progress: " + MAX_STEPS + " steps were taken");
    }
    scheduler.step();
    for (MemberTerm each : leaderships) {
      if (!each.isOver()) {
        each.closeIfFailed();
        each.endIfClosed();
      }
    }
    if (clientsWork && served < leaderships.size()) {
      serve(leaderships.get(served++));
    }
    if (steps >= nextDisturbance) {
      if (needsElection() && !closing) {
        elect(any());
      } else if (clientsWork && leader().isOpen() && leader().leadership().hasOnlyReads()) {
        electLate();
      } else if (clientsWork && disturbancesLeft > 0) {
        disturbancesLeft--;
        disturb();
      }
      nextDisturbance = steps + (int) Math.exp(random.nextDouble() * Math.log(MAX_STEPS_BETWEEN));
    }
  }

  private ClusterMember leader() {
    for (ClusterMember member : members) {
      if (member.node() == log.leader()) {
        return member;
      }
    }
    return null;
  }

  /** Returns whether no member leads, or the leader will commit nothing more. */
  private boolean needsElection() {
    ClusterMember leader = leader();
    return leader == null || log.isHeld() || (leader.node().thread().isIdle() && !leader.isOpen());
  }

  /** Returns a random member. The present leader is the most likely. */
  private ClusterMember candidate() {
    return random.nextBoolean() && leader() != null ? leader() : any();
  }

  /** Elects a leader. The previous leader learns late that it no longer leads. */
  private void electLate() {
    leader().node().thread().delay(MAX_LATE_NS);
    elect(candidate());
  }

  private void elect(ClusterMember next) {
    int tail = log.tail();
    log.elect(next.node(), random.nextBoolean() ? tail : random.nextInt(tail + 1));
  }

  private ClusterMember any() {
    return members[random.nextInt(MEMBERS)];
  }

  private void disturb() {
    switch (Disturbance.values()[random.nextInt(Disturbance.values().length)]) {
      case ELECTION -> elect(candidate());
      case LATE_ELECTION -> electLate();
      case ONLY_READS -> {
        if (leader().isOpen()) {
          leader().leadership().onlyReads();
        }
      }
      case HELD_ENTRIES -> log.hold();
      case CRASH -> crash(random.nextInt(MEMBERS));
      case CRASH_OF_LEADER -> crash(List.of(members).indexOf(leader()));
      case SNAPSHOT -> takeSnapshot(candidate());
      case LATE_MEMBER -> any().node().thread().delay(MAX_LATE_NS);
    }
  }

  private void crash(int number) {
    crashes++;
    members[number].crash(log);
    start(number, anySnapshot());
  }

  /** Returns a random snapshot, or null. The newest snapshot is the most likely. */
  private ClusterMember.Snapshot anySnapshot() {
    int count = snapshots.size();
    int chosen = random.nextBoolean() ? count : random.nextInt(count + 1);
    return chosen == 0 ? null : snapshots.get(chosen - 1);
  }

  private void takeSnapshot(ClusterMember member) {
    member
        .node()
        .thread()
        .add(
            () ->
                member.takeSnapshot(
                    new SimulatedDisk(random.split(), scheduler::switchPoint), snapshots::add));
  }

  // The following methods serve the clients.

  private void serve(MemberTerm leadership) {
    Incarnation clients = leadership.incarnation();
    for (int i = 0; i < scenario.submitters(); i++) {
      clients.addSubmitter(
          "submitter-" + i,
          () -> operations.next(leadership),
          Integer.MAX_VALUE,
          scenario.window());
    }
    for (int i = 0; i < scenario.callers(); i++) {
      clients.addCaller("caller-" + i, () -> operations.nextLambda(leadership), Integer.MAX_VALUE);
    }
    for (int i = 0; i < scenario.readers(); i++) {
      clients.addReader("reader-" + i, scenario.inspection(ledger, i), SNAPSHOTS);
    }
  }

  private void addReaders() {
    for (int i = 0; i < scenario.memberReaders(); i++) {
      SplittableRandom choice = random.split();
      MemberReader client = new MemberReader(ledger, () -> follower(choice), () -> clientsWork);
      SnapshotInspection inspection = scenario.inspection(client, i);
      CallerTask reader =
          new CallerTask("member-reader-" + i, () -> client.run(inspection, MEMBER_SNAPSHOTS));
      readers.add(reader);
      scheduler.add(reader);
    }
  }

  /** Returns a member, most likely one that does not lead. */
  private ClusterMember follower(SplittableRandom choice) {
    ClusterMember chosen = members[choice.nextInt(MEMBERS)];
    return chosen == leader() ? members[choice.nextInt(MEMBERS)] : chosen;
  }

  private void isUnknown(Operation<?, ?> operation) {
    if (clientsWork) {
      operations.isUnknown(operation);
    }
  }

  /** Submits an operation until it commits. */
  private void submit(Operation<?, ?> operation) {
    long committed = ledger.committed();
    while (ledger.committed() == committed) {
      until(() -> leader() != null && leader().isOpen());
      leader().leadership().incarnation().submit(mix.again(operation), () -> {});
      until(() -> ledger.ended() == ledger.began());
    }
  }

  /** Ends all disturbances, queries the unknown outcomes, and reads all data back. */
  private void rest() {
    disturbancesLeft = 0;
    log.calm();
    until(
        () -> {
          if (isServed() && operations.hasUnknownLambda()) {
            MemberTerm last = leader().leadership();
            if (last.incarnation().callersEnded()) {
              last.incarnation()
                  .addCaller("caller", () -> operations.nextLambda(last), Integer.MAX_VALUE);
            }
          }
          return isAtRest();
        });
    clientsWork = false;
    until(() -> readers.stream().allMatch(CallerTask::ended));
    for (Operation<?, ?> operation : ledger.unknown()) {
      if (!operation.isQuery()) {
        ask(operation);
      }
    }
    mix.last().forEach(this::submit);
    closing = true;
    log.resign();
    until(() -> isIdle() && leaderships.stream().allMatch(MemberTerm::isOver));
  }

  private boolean isServed() {
    return !needsElection() && leader().isOpen() && served == leaderships.size();
  }

  private boolean isIdle() {
    return List.of(members).stream().allMatch(member -> member.node().thread().isIdle());
  }

  private boolean isAtRest() {
    return isServed()
        && isIdle()
        && operations.areAllKnown()
        && ledger.ended() == ledger.began()
        && leaderships.stream().filter(each -> !each.isOver()).count() == 1;
  }

  private void ask(Operation<?, ?> operation) {
    var answer =
        leader().leadership().pipeline().status(operation.options().id()).toCompletableFuture();
    until(answer::isDone);
    if (answer.join() instanceof Outcome.Committed<TransactionStatus> committed) {
      ledger.resolved(operation, committed.value());
    } else if (!canExpire()) {
      throw new SimulationFailure("the status of an id is not known: " + answer.join());
    }
  }

  private boolean canExpire() {
    return scenario.config().outcomeRetentionMs() != PipelineConfig.defaults().outcomeRetentionMs();
  }

  private void compareStores(List<String> failures) {
    Map<String, String> first = members[0].data(!canExpire());
    for (int i = 1; i < MEMBERS; i++) {
      Map<String, String> other = members[i].data(!canExpire());
      if (!other.equals(first)) {
        Set<String> differing = new HashSet<>(first.keySet());
        differing.addAll(other.keySet());
        differing.removeIf(key -> String.valueOf(first.get(key)).equals(other.get(key)));
        failures.add("the stores of members 0 and " + i + " differ in the keys " + differing);
      }
    }
  }
}
