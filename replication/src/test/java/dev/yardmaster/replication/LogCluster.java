package dev.yardmaster.replication;

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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** The members of one replicated log, all in this process, on the loopback address. */
public final class LogCluster implements AutoCloseable {

  static final int MAX_ENTRY_BYTES = 1 << 20;

  private static final int FIRST_PORT = 10_000;
  private static final int PORTS = 20_000;

  /** The next port to try. Test processes that run at the same time begin with different ports. */
  private static final AtomicInteger NEXT_PORT =
      new AtomicInteger((int) (ProcessHandle.current().pid() * 97 % PORTS));

  /** A running member. */
  public record Running(MemberSettings settings, ReplicatedLog log, RecordingReplica replica) {

    public String name() {
      return settings.self().name();
    }
  }

  private final ReplicatedLog.Engine engine;
  private final Path folder;
  private final Duration electionTimeout;
  private final Function<Member, Optional<MemberTls>> tls;
  private final List<Member> members = new ArrayList<>();
  private final Map<String, Running> running = new TreeMap<>();

  /** Starts members n1, n2 and so on, with empty folders. */
  public LogCluster(ReplicatedLog.Engine engine, Path folder, Duration electionTimeout, int size)
      throws IOException {
    this(engine, folder, electionTimeout, size, member -> Optional.empty());
  }

  /** Starts members n1, n2 and so on, with empty folders and with TLS settings for each member. */
  public LogCluster(
      ReplicatedLog.Engine engine,
      Path folder,
      Duration electionTimeout,
      int size,
      Function<Member, Optional<MemberTls>> tls)
      throws IOException {
    this.engine = engine;
    this.folder = folder;
    this.electionTimeout = electionTimeout;
    this.tls = tls;
    for (int i = 1; i <= size; i++) {
      members.add(freeMember("n" + i));
    }
    for (Member member : members) {
      start(member, members);
    }
  }

  /**
   * Returns a member with a free port. The port is outside the range that the operating system uses
   * for outgoing connections, so that no such connection takes the port while the member is closed.
   */
  public static Member freeMember(String name) {
    while (true) {
      int port = FIRST_PORT + NEXT_PORT.getAndIncrement() % PORTS;
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return new Member(name, "127.0.0.1", socket.getLocalPort());
      } catch (IOException e) {
        // The port is in use.
      }
    }
  }

  /** Starts a member, with a folder that has the member's name. */
  public Running start(Member member, List<Member> initialMembers) throws IOException {
    MemberSettings settings =
        new MemberSettings(
            member,
            initialMembers,
            folder.resolve(member.name()),
            electionTimeout,
            MAX_ENTRY_BYTES,
            tls.apply(member));
    RecordingReplica replica = new RecordingReplica();
    Running started = new Running(settings, engine.start(settings, replica), replica);
    running.put(member.name(), started);
    return started;
  }

  /** Starts a closed member again. */
  public Running restart(String name) throws IOException {
    return start(member(name), members);
  }

  /** Closes a member. */
  public void stop(String name) {
    stop(running.remove(name));
  }

  private static void stop(Running stopped) {
    stopped.log().close();
    stopped.replica().expectNoMoreCalls();
  }

  public Member member(String name) {
    return members.stream().filter(member -> member.name().equals(name)).findFirst().orElseThrow();
  }

  /** Returns the initial members. */
  public List<Member> members() {
    return List.copyOf(members);
  }

  /** Returns the running members, in the order of their names. */
  public List<Running> running() {
    return List.copyOf(running.values());
  }

  public Running running(String name) {
    return running.get(name);
  }

  public Path folder(String name) {
    return folder.resolve(name);
  }

  /**
   * Waits until there is a leader that has applied all entries of earlier terms, and returns this
   * leader.
   */
  public Running awaitLeader() throws InterruptedException {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < deadlineNs) {
      for (Running member : running.values()) {
        long term = member.replica().leadingTerm();
        LogStatus status = member.log().status();
        if (term != 0 && status.role() == MemberRole.LEADER && status.term() == term) {
          return member;
        }
      }
      LockSupport.parkNanos(1_000_000);
    }
    throw new AssertionError("no leader within 30 s");
  }

  /** Returns the running members except {@code leader}. */
  public List<Running> followersOf(Running leader) {
    return running.values().stream().filter(member -> !member.equals(leader)).toList();
  }

  /** Closes all members at once, because closing may take a while. */
  @Override
  public void close() {
    List<Running> all = running();
    running.clear();
    all.parallelStream().forEach(LogCluster::stop);
  }
}
