package dev.yardmaster.proof.torture.cluster;

import dev.yardmaster.proof.torture.Copies;
import dev.yardmaster.proof.torture.ErrorFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * The servers of a cluster on this machine, each in a separate process. Only one thread may use the
 * object.
 */
final class ClusterServers implements AutoCloseable {

  private static final String HOST = "127.0.0.1";

  private final Path directory;
  private final Path errors;
  private final List<ClusterProcess> servers = new ArrayList<>();

  /**
   * The address of each server for the other servers, by the server's name. {@link #clients} has
   * the addresses for clients.
   */
  private final Map<String, String> members = new LinkedHashMap<>();

  private final Map<String, String> clients = new LinkedHashMap<>();
  private int named;

  /**
   * Creates servers that are not started.
   *
   * @param directory the folder of the servers' data directories
   * @param errors the folder for the error output of the processes
   */
  ClusterServers(Path directory, Path errors, int size) throws IOException {
    this.directory = directory;
    this.errors = errors;
    List<String> names = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      names.add(addMember(freeAddress()));
    }
    names.forEach(name -> servers.add(server(name, false)));
  }

  /** Adds a member, and returns its name. A name is never used again. */
  private String addMember(String clientAddress) throws IOException {
    named++;
    String name = "n" + named;
    members.put(name, freeAddress());
    clients.put(name, clientAddress);
    return name;
  }

  private static String freeAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return HOST + ":" + socket.getLocalPort();
    }
  }

  private ClusterProcess server(String name, boolean joins) {
    return new ClusterProcess(
        name,
        List.of(
            "listen=" + clients.get(name),
            "admin.listen=none",
            "data=" + directory.resolve(name),
            "cluster.members=" + text(members),
            "cluster.clients=" + text(clients),
            "cluster.node=" + name,
            "cluster.join=" + joins,
            // Snapshots are frequent, and the outcomes of a long run fit into the child's heap.
            "pipeline.checkpointBytes=4MiB",
            "pipeline.maxOutcomes=200000",
            "log.level=warn"),
        new ErrorFiles(errors.resolve(name)));
  }

  private static String text(Map<String, String> addresses) {
    return addresses.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }

  void start() throws IOException {
    for (ClusterProcess server : servers) {
      server.start();
    }
  }

  /** Returns the servers that belong to the cluster. */
  List<ClusterProcess> all() {
    return List.copyOf(servers);
  }

  /** Returns the members of the cluster, {@code NAME=HOST:PORT,...}. */
  String members() {
    return text(members);
  }

  /** Returns the addresses of the servers for clients, {@code HOST:PORT}. */
  List<String> clientAddresses() {
    return List.copyOf(clients.values());
  }

  /** Returns the server that has announced its leadership with the highest term. */
  Optional<ClusterProcess> leader() {
    return servers.stream()
        .filter(server -> server.leadingTerm() > 0)
        .max(Comparator.comparingLong(ClusterProcess::leadingTerm));
  }

  /** Returns a random server other than the given server. */
  ClusterProcess other(ClusterProcess one, SplittableRandom random) {
    List<ClusterProcess> others = servers.stream().filter(server -> server != one).toList();
    return others.get(random.nextInt(others.size()));
  }

  /** Kills a server permanently, and deletes its data. */
  void remove(ClusterProcess lost) throws InterruptedException, IOException {
    lost.kill();
    servers.remove(lost);
    members.remove(lost.name());
    Copies.delete(directory.resolve(lost.name()));
  }

  /**
   * Returns a new server. It waits until it is added to the cluster. It has the same address for
   * clients as the lost server.
   */
  ClusterProcess replace(ClusterProcess lost) throws IOException {
    ClusterProcess server = server(addMember(clients.remove(lost.name())), true);
    servers.add(server);
    return server;
  }

  /** Checks that no server has failed, and no process has ended by itself. */
  void check() throws IOException {
    for (ClusterProcess server : servers) {
      server.check();
    }
  }

  @Override
  public String toString() {
    return servers.stream()
        .map(server -> server.name() + " leads in term " + server.leadingTerm())
        .collect(Collectors.joining(", "));
  }

  @Override
  public void close() {
    servers.forEach(ClusterProcess::close);
  }
}
