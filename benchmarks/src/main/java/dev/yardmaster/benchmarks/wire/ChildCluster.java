package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.benchmarks.process.MeasuredProcess;
import dev.yardmaster.benchmarks.run.ScratchDirectory;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three Yardmaster servers of one cluster, in child processes. */
record ChildCluster(List<MeasuredProcess> processes, ScratchDirectory data)
    implements ServerLauncher.Running {

  private static final int SERVERS = 3;
  private static final String HOST = "127.0.0.1:";

  static ChildCluster start(int maxInFlight, ScratchDirectory data) throws InterruptedException {
    List<Integer> ports = freePorts();
    String members = members(ports.subList(0, SERVERS));
    String clients = members(ports.subList(SERVERS, 2 * SERVERS));
    ChildCluster cluster = new ChildCluster(new ArrayList<>(), data);
    boolean complete = false;
    try {
      for (int i = 0; i < SERVERS; i++) {
        cluster.processes.add(
            MeasuredProcess.start(
                ServedBank.class,
                Integer.toString(maxInFlight),
                "listen=" + HOST + ports.get(SERVERS + i),
                "data=" + data.path().resolve(name(i)),
                "cluster.members=" + members,
                "cluster.clients=" + clients,
                "cluster.node=" + name(i)));
      }
      complete = true;
      return cluster;
    } finally {
      if (!complete) {
        cluster.close();
      }
    }
  }

  private static String name(int number) {
    return "n" + (number + 1);
  }

  private static String members(List<Integer> ports) {
    return IntStream.range(0, SERVERS)
        .mapToObj(i -> name(i) + "=" + HOST + ports.get(i))
        .collect(Collectors.joining(","));
  }

  /** Returns different ports that are free now. */
  private static List<Integer> freePorts() {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 2 * SERVERS; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
      for (ServerSocket socket : sockets) {
        socket.close();
      }
      return ports;
    } catch (IOException e) {
      throw new WorkloadFailure("no free ports: " + e.getMessage(), e);
    }
  }

  @Override
  public RemoteServer address() {
    return new RemoteServer(
        processes.stream().map(each -> HOST + each.port()).collect(Collectors.joining(",")),
        null,
        null);
  }

  @Override
  public long pid() {
    return processes.get(0).pid();
  }

  @Override
  public boolean isAlive() {
    return processes.stream().allMatch(MeasuredProcess::isAlive);
  }

  @Override
  public void close() {
    processes.forEach(MeasuredProcess::close);
    data.close();
  }
}
