package dev.yardmaster.server;

import dev.yardmaster.replication.LogCluster;
import dev.yardmaster.replication.Member;
import dev.yardmaster.server.backend.ServedCluster;
import dev.yardmaster.server.config.ServerConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Servers of one cluster in this process, n1 to n3. */
final class ServerCluster implements AutoCloseable {

  private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(60);

  private final Path folder;
  private final List<Member> members = new ArrayList<>();
  private final List<Member> clients = new ArrayList<>();
  private final Map<String, YardmasterServer> servers = new LinkedHashMap<>();

  /** The value of the option {@code storage}. */
  private final String storage;

  private ServerCluster(Path folder, String storage) {
    this.folder = folder;
    this.storage = storage;
  }

  /** Starts three servers, whose data is in memory, with logs in folders below the given one. */
  static ServerCluster start(Path folder) {
    return start(folder, "memory");
  }

  /** Starts three servers, whose data is in tables in folders below the given one. */
  static ServerCluster startOnDisk(Path folder) {
    return start(folder, "disk");
  }

  private static ServerCluster start(Path folder, String storage) {
    ServerCluster cluster = new ServerCluster(folder, storage);
    for (int i = 1; i <= 3; i++) {
      cluster.addMember();
    }
    try {
      List.copyOf(cluster.members).forEach(member -> cluster.start(member.name()));
      return cluster;
    } catch (RuntimeException | Error e) {
      cluster.close();
      throw e;
    }
  }

  /** Adds the addresses of another server, and returns its name. */
  String addMember() {
    return addMember(LogCluster.freeMember("clients"));
  }

  /**
   * Adds a server with the client address of a lost server, and returns the name of the added
   * server.
   */
  String replace(String lost) {
    return addMember(
        clients.stream().filter(each -> each.name().equals(lost)).findFirst().orElseThrow());
  }

  private String addMember(Member client) {
    String name = "n" + (members.size() + 1);
    members.add(LogCluster.freeMember(name));
    clients.add(new Member(name, client.host(), client.port()));
    return name;
  }

  /** Returns the address of a server for the other servers, {@code NAME=HOST:PORT}. */
  String member(String name) {
    return text(members.stream().filter(member -> member.name().equals(name)).toList());
  }

  /** Starts a server that was closed, or that was added and waits for the leader. */
  void start(String name) {
    servers.put(name, YardmasterServer.start(config(name).build(), List.of()));
  }

  ServerConfig.Builder config(String name) {
    return ServerConfig.builder()
        .set("listen", clientAddress(name))
        .set("admin.listen", "127.0.0.1:0")
        .set("cluster.members", text(members))
        .set("cluster.clients", text(clients))
        .set("cluster.node", name)
        .set("cluster.join", String.valueOf(!name.matches("n[123]")))
        .set("cluster.electionTimeout", "1s")
        .set("timeouts.drain", "1s")
        .set("pipeline.concurrency", "32")
        .set("storage", storage)
        .set("data", folder.resolve(name).toString());
  }

  private static String text(List<Member> members) {
    return members.stream()
        .map(member -> member.name() + "=" + member.host() + ":" + member.port())
        .collect(Collectors.joining(","));
  }

  String clientAddress(String name) {
    Member member =
        clients.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    return member.host() + ":" + member.port();
  }

  List<String> clientAddresses() {
    return members.stream().map(member -> clientAddress(member.name())).toList();
  }

  YardmasterServer server(String name) {
    return servers.get(name);
  }

  ServedCluster backEnd(String name) {
    return (ServedCluster) servers.get(name).backEnd();
  }

  List<String> running() {
    return List.copyOf(servers.keySet());
  }

  /** Waits until a running server leads, and returns its name. */
  String awaitLeader() {
    await(() -> leader().isPresent(), "no server leads");
    return leader().orElseThrow();
  }

  private Optional<String> leader() {
    return running().stream().filter(name -> backEnd(name).leadership().leads()).findFirst();
  }

  /**
   * Waits until a running server has applied everything that another server has applied at the time
   * of the call.
   */
  void awaitFollower(String name) {
    long goal =
        running().stream().mapToLong(each -> backEnd(each).status().appliedIndex()).max().orElse(0);
    await(() -> backEnd(name).status().appliedIndex() >= goal, name + " does not follow");
  }

  /** Waits until a running server knows that no server leads. */
  void awaitNoLeader(String name) {
    await(() -> backEnd(name).status().leader().isEmpty(), name + " has a leader");
  }

  private static void await(BooleanSupplier over, String failure) {
    long beganNs = System.nanoTime();
    while (!over.getAsBoolean()) {
      if (System.nanoTime() - beganNs > DEADLINE_NS) {
        throw new AssertionError(failure);
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Returns the address of a server for operators, {@code HOST:PORT}. */
  String adminAddress(String name) {
    return "127.0.0.1:" + server(name).adminAddress().orElseThrow().getPort();
  }

  void close(String name) {
    servers.remove(name).close();
  }

  /** Closes all servers at once, because each of them looks for another one that may lead. */
  @Override
  public void close() {
    List<YardmasterServer> all = List.copyOf(servers.values());
    servers.clear();
    all.parallelStream().forEach(YardmasterServer::close);
  }
}
