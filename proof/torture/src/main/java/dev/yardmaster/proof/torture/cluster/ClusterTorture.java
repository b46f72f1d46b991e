package dev.yardmaster.proof.torture.cluster;

import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.TcpTransport;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.proof.torture.BankHistory;
import dev.yardmaster.proof.torture.BankLoad;
import dev.yardmaster.proof.torture.BankModel;
import dev.yardmaster.proof.torture.Line;
import dev.yardmaster.proof.torture.Torture;
import dev.yardmaster.proof.torture.TortureFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Runs a bank's clients on a cluster whose servers are killed, stopped, cut off and replaced. After
 * each fault, the run waits until all transactions have their outcomes. Then every receipt and
 * every account must follow from the committed transactions in commit order.
 */
public final class ClusterTorture implements AutoCloseable {

  private static final int CLIENTS = 2;
  private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(120);
  private static final int CONNECT_TIMEOUT_MS = 1_000;
  private static final int BETWEEN_CHANGES_MS = 50;
  private static final int LOOK_MS = 2;
  private static final int MAX_LOAD_MS = 800;
  private static final int MIN_STOP_MS = 100;
  private static final int MAX_STOP_MS = 5_000;
  private static final int MIN_CUT_MS = 1_000;
  private static final int MAX_CUT_MS = 4_000;

  /** The time for which a leader is stopped once in a long run. */
  private static final int LONG_STOP_MS = 70_000;

  /** The minimum number of faults of a run that includes the long stop. */
  private static final int FAULTS_WITH_LONG_STOP = 100;

  /**
   * The time for which the transactions continue after a fault, because an old leader may return.
   */
  private static final int AFTER_FAULT_MS = 300;

  private final SplittableRandom random;
  private final NanoClock clock;
  private final Consumer<ClusterTotals> progress;
  private final ClusterServers servers;
  private final Deque<ClusterFault> kinds = new ArrayDeque<>();
  private final Silences silences = new Silences();
  private final CommitRate rate = new CommitRate();
  private final Failovers failovers = new Failovers();
  private final List<YardmasterClient> clients = new ArrayList<>();
  private final BankLoad load;
  private int faults;
  private long highestTerm;
  private boolean stoppedLong;

  /**
   * Creates a run that has not begun yet.
   *
   * @param directory the folder of the servers' data directories; must be empty
   * @param errors the folder for the error output of the processes
   * @param size number of servers; 3 or more, and odd
   * @param customers number of customers; 2 or more
   * @param concurrency number of transactions in flight
   * @param progress runs after every fault
   */
  public ClusterTorture(
      Path directory,
      Path errors,
      int size,
      int customers,
      int concurrency,
      SplittableRandom random,
      NanoClock clock,
      Consumer<ClusterTotals> progress)
      throws IOException {
    this.servers = new ClusterServers(directory, errors, size);
    this.random = random;
    this.clock = clock;
    this.progress = progress;
    for (int i = 0; i < CLIENTS; i++) {
      ClientConfig.Builder config = ClientConfig.builder().name("torture");
      servers.clientAddresses().forEach(config::address);
      clients.add(YardmasterClient.over(config.build(), new TcpTransport(1, CONNECT_TIMEOUT_MS)));
    }
    load =
        new BankLoad(
            customers,
            concurrency,
            clients,
            new BankHistory(new BankModel(customers, Torture.OPENING_CENTS)),
            random.split());
  }

  /**
   * Causes the given number of faults, and checks the cluster after each fault.
   *
   * @throws TortureFailure if a check fails
   */
  public ClusterTotals run(int count) throws IOException, InterruptedException {
    start();
    while (faults < count) {
      load.begin();
      rate.begin(clock.nanoTime(), load.committed());
      pause(CommitRate.BEFORE_MS + random.nextInt(MAX_LOAD_MS));
      ClusterFault fault = draw();
      load.listen();
      rate.fault(clock.nanoTime());
      suffer(fault, count);
      awaitLeader();
      pause(AFTER_FAULT_MS);
      silences.add(fault, load.longestSilenceNs());
      if (fault.losesLeader()) {
        awaitRate();
        failovers.add(rate);
      }
      settle();
      faults++;
      progress.accept(totals());
    }
    return totals();
  }

  /**
   * Waits until the commit rate is nearly that before the fault, but at most for a limited time.
   */
  private void awaitRate() throws InterruptedException, IOException {
    while (rate.backNs(Failovers.NEARLY_ALL) == CommitRate.NOT_YET
        && rate.countedNs() < Failovers.LIMIT_NS) {
      look();
    }
  }

  /** Starts the servers, and opens the accounts. */
  void start() throws IOException, InterruptedException {
    servers.start();
    awaitLeader();
    load.openAccounts();
  }

  /** Returns the transactions of the clients. */
  BankLoad load() {
    return load;
  }

  ClusterServers servers() {
    return servers;
  }

  /** Returns the next fault. All kinds of faults occur equally often, in random order. */
  private ClusterFault draw() {
    if (kinds.isEmpty()) {
      List<ClusterFault> all = new ArrayList<>(List.of(ClusterFault.values()));
      Collections.shuffle(all, new Random(random.nextLong()));
      kinds.addAll(all);
    }
    return kinds.remove();
  }

  private void suffer(ClusterFault fault, int count) throws IOException, InterruptedException {
    ClusterProcess leader = awaitLeader();
    ClusterProcess follower = servers.other(leader, random);
    switch (fault) {
      case LEADER_KILLED -> killAndStart(List.of(leader));
      case FOLLOWER_KILLED -> killAndStart(List.of(follower));
      case ALL_KILLED -> killAndStart(servers.all());
      case LEADER_STOPPED -> {
        boolean isLong = !stoppedLong && count >= FAULTS_WITH_LONG_STOP && faults > count / 2;
        stoppedLong |= isLong;
        stop(leader, isLong ? LONG_STOP_MS : between(MIN_STOP_MS, MAX_STOP_MS));
      }
      case FOLLOWER_STOPPED -> stop(follower, between(MIN_STOP_MS, MAX_STOP_MS));
      case LEADER_CUT_OFF -> cut(leader, "both");
      case LEADER_DEAF -> cut(leader, "in");
      case LEADER_MUTE -> cut(leader, "out");
      case FOLLOWER_CUT_OFF -> cut(follower, "both");
      case TRANSFER -> {
        leader.begin(Line.of(TorturedMember.TRANSFER, follower.name()));
        await("did not end a transfer", () -> leader.ended() != null);
      }
      case FOLLOWER_REPLACED -> replace(follower);
    }
  }

  private void killAndStart(List<ClusterProcess> killed) throws IOException, InterruptedException {
    for (ClusterProcess server : killed) {
      server.kill();
    }
    for (ClusterProcess server : killed) {
      server.start();
    }
  }

  private void stop(ClusterProcess server, int ms) throws IOException, InterruptedException {
    server.stop();
    pause(ms);
    server.goOn();
  }

  private void cut(ClusterProcess server, String direction)
      throws IOException, InterruptedException {
    operate(server, Line.of(TorturedMember.CUT, direction));
    pause(between(MIN_CUT_MS, MAX_CUT_MS));
    operate(server, TorturedMember.HEAL);
  }

  /** Removes a server with its data, and adds a new server under a new name. */
  private void replace(ClusterProcess lost) throws IOException, InterruptedException {
    servers.remove(lost);
    changeMembers();
    ClusterProcess server = servers.replace(lost);
    server.start();
    await("did not start", server::isReady);
    changeMembers();
  }

  /**
   * Repeats the change of the members until a leader has completed it, because the leadership may
   * change during an attempt.
   */
  private void changeMembers() throws InterruptedException, IOException {
    String line = Line.of(TorturedMember.MEMBERS, servers.members());
    long beganNs = clock.nanoTime();
    String end = null;
    while (!TorturedMember.DONE.equals(end)) {
      if (clock.nanoTime() - beganNs > DEADLINE_NS) {
        throw new TortureFailure("the members did not change: " + end);
      }
      ClusterProcess leader = awaitLeader();
      leader.begin(line);
      await("did not end a change of members", () -> leader.ended() != null);
      end = leader.ended();
      pause(BETWEEN_CHANGES_MS);
    }
  }

  private void operate(ClusterProcess server, String line)
      throws InterruptedException, IOException {
    server.begin(line);
    await("did not end '" + line + "'", () -> server.ended() != null);
    if (!server.ended().equals(TorturedMember.DONE)) {
      throw new TortureFailure("server " + server.name() + ": " + server.ended());
    }
  }

  private int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  /**
   * Waits until all transactions have their outcomes, and compares every account with the model.
   */
  void settle() throws InterruptedException, IOException {
    load.pause();
    await("did not answer all transactions", load::isSettled);
    load.checkAccounts();
    await("are not all ready", () -> servers.all().stream().allMatch(ClusterProcess::isReady));
  }

  /** Waits until a server has announced that it leads. */
  ClusterProcess awaitLeader() throws InterruptedException, IOException {
    await("have no leader", () -> servers.leader().isPresent());
    ClusterProcess leader = servers.leader().orElseThrow();
    highestTerm = Math.max(highestTerm, leader.leadingTerm());
    return leader;
  }

  /** Waits while the transactions continue. */
  void pause(int ms) throws InterruptedException, IOException {
    long beganNs = clock.nanoTime();
    while (clock.nanoTime() - beganNs < TimeUnit.MILLISECONDS.toNanos(ms)) {
      look();
    }
  }

  private void await(String what, BooleanSupplier there) throws InterruptedException, IOException {
    long beganNs = clock.nanoTime();
    while (!there.getAsBoolean()) {
      if (clock.nanoTime() - beganNs > DEADLINE_NS) {
        throw new TortureFailure(
            "the servers "
                + what
                + " within "
                + Duration.ofNanos(DEADLINE_NS).toSeconds()
                + " s: "
                + servers);
      }
      look();
    }
  }

  private void look() throws InterruptedException, IOException {
    load.refill();
    rate.count(clock.nanoTime(), load.committed());
    load.broken()
        .ifPresent(
            wrong -> {
              throw new TortureFailure(wrong);
            });
    servers.check();
    Thread.sleep(LOOK_MS);
  }

  private ClusterTotals totals() {
    List<String> lines = new ArrayList<>(silences.lines());
    lines.addAll(failovers.lines());
    return new ClusterTotals(
        faults, highestTerm, load.committed(), load.aborted(), load.repeats(), lines);
  }

  /** Ends all processes and clients. */
  @Override
  public void close() {
    load.pause();
    servers.close();
    clients.forEach(YardmasterClient::close);
  }
}
