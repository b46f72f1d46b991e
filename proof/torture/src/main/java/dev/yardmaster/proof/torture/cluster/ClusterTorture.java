package dev.yardmaster.proof.torture.cluster;

import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.TcpTransport;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.proof.torture.BankHistory;
import dev.yardmaster.proof.torture.BankLoad;
import dev.yardmaster.proof.torture.BankModel;
import dev.yardmaster.proof.torture.Copies;
import dev.yardmaster.proof.torture.ErrorFiles;
import dev.yardmaster.proof.torture.Line;
import dev.yardmaster.proof.torture.Torture;
import dev.yardmaster.proof.torture.TortureFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;

/**
 * Runs a bank's clients on a cluster whose servers are killed, stopped, cut off and replaced. After
 * each fault, all transactions get their outcomes, and every receipt and every account must follow
 * from the committed transactions in commit order.
 */
public final class ClusterTorture implements AutoCloseable {

  private static final int CLIENTS = 2;
  private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(120);
  private static final int CONNECT_TIMEOUT_MS = 1_000;
  private static final int LOOK_MS = 2;
  private static final int MAX_LOAD_MS = 800;
  private static final int LEAST_STOP_MS = 100;
  private static final int MOST_STOP_MS = 5_000;
  private static final int LEAST_CUT_MS = 1_000;
  private static final int MOST_CUT_MS = 4_000;

  /** The time for which one leader is stopped, once in a long run. */
  private static final int LONG_STOP_MS = 70_000;

  /** A run with at least this number of faults has the long stop. */
  private static final int FAULTS_WITH_LONG_STOP = 100;

  /** After a fault, the clients are watched for this time, because an old leader may come back. */
  private static final int AFTER_FAULT_MS = 300;

  private static final String HOST = "127.0.0.1";

  private final Path directory;
  private final Path errors;
  private final SplittableRandom random;
  private final NanoClock clock;
  private final Consumer<ClusterTotals> progress;
  private final List<ClusterProcess> servers = new ArrayList<>();

  /** The addresses of the servers for each other and for clients, {@code NAME=HOST:PORT}. */
  private final List<String> members = new ArrayList<>();

  private final List<String> clientAddresses = new ArrayList<>();
  private final Deque<ClusterFault> kinds = new ArrayDeque<>();
  private final Silences silences = new Silences();
  private final List<YardmasterClient> clients = new ArrayList<>();
  private final BankLoad load;
  private int started;
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
    this.directory = directory;
    this.errors = errors;
    this.random = random;
    this.clock = clock;
    this.progress = progress;
    for (int i = 0; i < size; i++) {
      addMember();
    }
    for (int i = 0; i < CLIENTS; i++) {
      ClientConfig.Builder config = ClientConfig.builder().name("torture");
      clientAddresses.forEach(address -> config.address(address.split("=", 2)[1]));
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

  /** Adds the addresses of a new server, and returns the server's name. */
  private String addMember() throws IOException {
    started++;
    String name = "n" + started;
    members.add(name + "=" + HOST + ":" + freePort());
    clientAddresses.add(name + "=" + HOST + ":" + freePort());
    return name;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private ClusterProcess server(String name, boolean joins) {
    return new ClusterProcess(
        name,
        List.of(
            "listen=" + address(clientAddresses, name),
            "admin.listen=none",
            "data=" + directory.resolve(name),
            "cluster.members=" + String.join(",", members),
            "cluster.clients=" + String.join(",", clientAddresses),
            "cluster.node=" + name,
            "cluster.join=" + joins,
            "log.level=warn"),
        new ErrorFiles(errors.resolve(name)));
  }

  private static String address(List<String> addresses, String name) {
    return addresses.stream()
        .filter(address -> address.startsWith(name + "="))
        .findFirst()
        .orElseThrow()
        .substring(name.length() + 1);
  }

  /**
   * Lets the cluster have the given number of faults.
   *
   * @throws TortureFailure if a check fails
   */
  public ClusterTotals run(int count) throws IOException, InterruptedException {
    for (String member : List.copyOf(members)) {
      ClusterProcess server = server(member.split("=", 2)[0], false);
      servers.add(server);
      server.start();
    }
    awaitLeader();
    load.openAccounts();
    while (faults < count) {
      load.begin();
      pause(random.nextInt(MAX_LOAD_MS));
      ClusterFault fault = draw();
      load.listen();
      suffer(fault, count);
      awaitLeader();
      pause(AFTER_FAULT_MS);
      silences.add(fault, load.longestSilenceNs());
      settle();
      faults++;
      progress.accept(totals());
    }
    return totals();
  }

  /** All kinds of faults happen equally often, in a random order. */
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
    ClusterProcess follower = other(leader);
    switch (fault) {
      case LEADER_KILLED -> killAndStart(List.of(leader));
      case FOLLOWER_KILLED -> killAndStart(List.of(follower));
      case ALL_KILLED -> killAndStart(servers);
      case LEADER_STOPPED -> {
        boolean isLong = !stoppedLong && count >= FAULTS_WITH_LONG_STOP && faults > count / 2;
        stoppedLong |= isLong;
        stop(leader, isLong ? LONG_STOP_MS : between(LEAST_STOP_MS, MOST_STOP_MS));
      }
      case FOLLOWER_STOPPED -> stop(follower, between(LEAST_STOP_MS, MOST_STOP_MS));
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
    pause(between(LEAST_CUT_MS, MOST_CUT_MS));
    operate(server, TorturedMember.HEAL);
  }

  /** Replaces a server that has lost its data. A server's name is never used again. */
  private void replace(ClusterProcess lost) throws IOException, InterruptedException {
    lost.kill();
    servers.remove(lost);
    members.removeIf(member -> member.startsWith(lost.name() + "="));
    changeMembers();
    Copies.delete(directory.resolve(lost.name()));
    String name = addMember();
    // The new server has the address for clients of the old one.
    String address = address(clientAddresses, lost.name());
    clientAddresses.removeIf(member -> member.startsWith(lost.name() + "="));
    clientAddresses.removeIf(member -> member.startsWith(name + "="));
    clientAddresses.add(name + "=" + address);
    ClusterProcess server = server(name, true);
    servers.add(server);
    server.start();
    await("did not start", server::isReady);
    changeMembers();
  }

  /** Repeats the change until a leader has done it, because the leadership may change meanwhile. */
  private void changeMembers() throws InterruptedException, IOException {
    String line = Line.of(TorturedMember.MEMBERS, String.join(",", members));
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

  private ClusterProcess other(ClusterProcess leader) {
    List<ClusterProcess> others = servers.stream().filter(server -> server != leader).toList();
    return others.get(random.nextInt(others.size()));
  }

  /** Lets all transactions get their outcomes, and compares every account with the model. */
  private void settle() throws InterruptedException, IOException {
    load.pause();
    await("did not answer all transactions", load::isSettled);
    load.checkAccounts();
    await("are not all ready", () -> servers.stream().allMatch(ClusterProcess::isReady));
  }

  private ClusterProcess awaitLeader() throws InterruptedException, IOException {
    await("have no leader", () -> leader().isPresent());
    ClusterProcess leader = leader().orElseThrow();
    highestTerm = Math.max(highestTerm, leader.leadingTerm());
    return leader;
  }

  private Optional<ClusterProcess> leader() {
    return servers.stream()
        .filter(server -> server.leadingTerm() > 0)
        .max(Comparator.comparingLong(ClusterProcess::leadingTerm));
  }

  private void pause(int ms) throws InterruptedException, IOException {
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
                + servers.stream()
                    .map(server -> server.name() + " leads in term " + server.leadingTerm())
                    .collect(Collectors.joining(", ")));
      }
      look();
    }
  }

  private void look() throws InterruptedException, IOException {
    load.refill();
    load.broken()
        .ifPresent(
            wrong -> {
              throw new TortureFailure(wrong);
            });
    for (ClusterProcess server : servers) {
      server.check();
    }
    Thread.sleep(LOOK_MS);
  }

  private ClusterTotals totals() {
    return new ClusterTotals(
        faults, highestTerm, load.committed(), load.aborted(), load.repeats(), silences.lines());
  }

  /** Ends all processes and clients. */
  @Override
  public void close() {
    load.pause();
    servers.forEach(ClusterProcess::close);
    clients.forEach(YardmasterClient::close);
  }
}
