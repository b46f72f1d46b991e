package dev.yardmaster.benchmarks.replication;

import dev.yardmaster.benchmarks.process.MeasuredProcess;
import dev.yardmaster.benchmarks.process.ProcessMemory;
import dev.yardmaster.benchmarks.run.ScratchDirectory;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.replication.Member;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Three members of a replicated log, each in a separate process. Only one thread may use the
 * object.
 */
final class LogProcesses implements AutoCloseable {

  private static final int SIZE = 3;
  private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);
  private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(2);

  private final Duration electionTimeout;
  private final ScratchDirectory directory;
  private final List<Member> members = new ArrayList<>();
  private final Map<String, MeasuredProcess> processes = new TreeMap<>();

  /** The status that a member reports. {@code leadingTerm} is 0 if the member does not lead. */
  record Status(long leadingTerm, AppliedEntries.State state) {

    static Status parse(String text) {
      String[] parts = text.split(" ", 2);
      return new Status(Long.parseLong(parts[0]), AppliedEntries.State.parse(parts[1]));
    }
  }

  /** A condition of the cluster, for which {@link #await} waits. */
  @FunctionalInterface
  interface Condition {
    boolean holds();
  }

  /** Starts three members in a new directory. */
  LogProcesses(Duration electionTimeout, Path data) throws InterruptedException {
    this.electionTimeout = electionTimeout;
    directory = ScratchDirectory.in(data);
    for (int port : freePorts()) {
      members.add(new Member("n" + (members.size() + 1), "127.0.0.1", port));
    }
    boolean started = false;
    try {
      for (Member member : members) {
        start(member.name(), true);
      }
      started = true;
    } finally {
      if (!started) {
        close();
      }
    }
  }

  private static List<Integer> freePorts() {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < SIZE; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
      for (ServerSocket socket : sockets) {
        socket.close();
      }
      return ports;
    } catch (IOException e) {
      throw new WorkloadFailure("no free ports: " + e, e);
    }
  }

  /**
   * Starts the process of a member.
   *
   * @param hasLog whether the member knows the initial members; false for a member without a log
   */
  void start(String name, boolean hasLog) throws InterruptedException {
    Member self = members.stream().filter(m -> m.name().equals(name)).findFirst().orElseThrow();
    processes.put(
        name,
        MeasuredProcess.startSmall(
            LogMember.class,
            text(self),
            hasLog ? members.stream().map(LogProcesses::text).collect(Collectors.joining(",")) : "",
            folder(name).toString(),
            Long.toString(electionTimeout.toMillis())));
  }

  private static String text(Member member) {
    return member.name() + "=" + member.host() + ":" + member.port();
  }

  private Path folder(String name) {
    return directory.path().resolve(name);
  }

  /** Returns the names of the running members. */
  List<String> running() {
    return List.copyOf(processes.keySet());
  }

  /** Returns the names of the running members, except the given member. */
  List<String> without(String name) {
    return running().stream().filter(other -> !other.equals(name)).toList();
  }

  /** Sends a request to a member and waits for the answer. */
  String ask(String name, String request) {
    MeasuredProcess process = processes.get(name);
    process.send(request);
    return process.receive();
  }

  Status status(String name) {
    return Status.parse(ask(name, "status"));
  }

  /** Waits until one of the named members leads, and returns its name. */
  String awaitLeader(List<String> names) throws InterruptedException {
    await("leader", () -> leader(names).isPresent());
    return leader(names).orElseThrow();
  }

  private Optional<String> leader(List<String> names) {
    return names.stream().filter(name -> status(name).leadingTerm() > 0).findFirst();
  }

  /**
   * Waits until the named members have applied the same entries, and returns the number of these
   * entries.
   */
  long awaitSameEntries(List<String> names) throws InterruptedException {
    await(
        "equal state of " + names,
        () -> names.stream().map(name -> status(name).state()).distinct().count() == 1);
    return status(names.get(0)).state().count();
  }

  /** Waits until a condition holds. */
  void await(String what, Condition condition) throws InterruptedException {
    long beganNs = System.nanoTime();
    while (!condition.holds()) {
      if (System.nanoTime() - beganNs > TIMEOUT_NS) {
        throw new WorkloadFailure(
            "no " + what + " after " + TimeUnit.NANOSECONDS.toSeconds(TIMEOUT_NS) + " s");
      }
      LockSupport.parkNanos(POLL_NS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  /** Kills a member's process. The member's folder remains. */
  void kill(String name) throws InterruptedException {
    MeasuredProcess killed = processes.remove(name);
    killed.kill();
    await("end of " + name, () -> !killed.isAlive());
    killed.close();
  }

  /** Removes the folder of a killed member. */
  void wipe(String name) {
    try {
      ScratchDirectory.delete(folder(name));
    } catch (IOException e) {
      throw new WorkloadFailure("cannot remove " + folder(name) + ": " + e, e);
    }
  }

  /** Stops a member's process until {@link #resume}. */
  void pause(String name) throws InterruptedException {
    signal(name, "-STOP");
  }

  /** Resumes a stopped process. */
  void resume(String name) throws InterruptedException {
    signal(name, "-CONT");
  }

  private void signal(String name, String signal) throws InterruptedException {
    String pid = Long.toString(processes.get(name).pid());
    try {
      int code = new ProcessBuilder("kill", signal, pid).inheritIO().start().waitFor();
      if (code != 0) {
        throw new WorkloadFailure("kill " + signal + " " + pid + " ended with " + code);
      }
    } catch (IOException e) {
      throw new WorkloadFailure("cannot run kill: " + e, e);
    }
  }

  /** Returns the processor time of all running members, in ns. */
  long cpuNs() {
    return processes.values().stream()
        .mapToLong(process -> process.cpuTime().map(Duration::toNanos).orElse(0L))
        .sum();
  }

  /** Returns the mean resident memory of a running member, in bytes. */
  double residentBytes() {
    return processes.values().stream()
        .mapToLong(process -> new ProcessMemory(process.pid()).residentBytes())
        .average()
        .orElseThrow();
  }

  @Override
  public void close() {
    try {
      processes.values().forEach(MeasuredProcess::kill);
      processes.values().forEach(MeasuredProcess::close);
    } finally {
      directory.close();
    }
  }
}
