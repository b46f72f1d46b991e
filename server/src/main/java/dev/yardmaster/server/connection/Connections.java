package dev.yardmaster.server.connection;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.live.ConnectionFigures;
import dev.yardmaster.server.live.RequestLatencies;
import io.netty.channel.EventLoop;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** All connections of a server, and the load of each client. This class is thread-safe. */
public final class Connections implements ConnectionFigures {

  /** The delay after which a client should retry when too many transactions are open. */
  private static final int RETRY_AFTER_MS = 50;

  private final ConnectionLimits settings;

  /** The open connections in the order of their arrival. */
  @Shared(
      writers = "event loops as connections open and close",
      readers = "event loops, the admin thread, the draining and the closing thread",
      access = "guarded by the set's monitor")
  private final Set<ServerConnection> open = new LinkedHashSet<>();

  @Shared(
      writers = "event loops as connections open and close",
      readers = "event loops, the admin thread, the draining thread",
      access = "atomic counter; an event loop that raises it above the limit lowers it again")
  private final AtomicInteger count = new AtomicInteger();

  @Shared(
      writers = "event loops, at a client's first connection",
      readers = "event loops, the admin thread, the draining thread",
      access = "ConcurrentHashMap, which only gets more entries")
  private final Map<String, ClientLoad> clients = new ConcurrentHashMap<>();

  @Shared(
      writers = "event loops; each event loop writes its own entry",
      readers = "event loops",
      access = "ConcurrentHashMap")
  private final Map<EventLoop, RequestLatencies> latencies = new ConcurrentHashMap<>();

  @Shared(
      writers = "the thread that starts the server",
      readers = "event loops",
      access = "volatile; set once")
  private volatile Supplier<RequestLatencies> newLatencies;

  @Shared(
      writers = "event loops as transactions open and end",
      readers = "event loops, the draining thread",
      access = "atomic counter; an event loop that raises it above the limit lowers it again")
  private final AtomicInteger openTransactions = new AtomicInteger();

  @Shared(
      writers = "the thread that starts the server",
      readers = "event loops",
      access = "volatile; set once")
  private volatile int maxOpenTransactions = Integer.MAX_VALUE;

  @Shared(
      writers = "the draining thread",
      readers = "event loops",
      access =
          "volatile; set before all open connections are drained. An event loop adds its "
              + "connection and then reads the flag, so every connection is drained")
  private volatile boolean draining;

  /** The load of all connections of one client together. */
  static final class ClientLoad {
    @Shared(
        writers = "event loops of the client's connections",
        readers = "the same",
        access = "atomic counter")
    private final AtomicInteger connections = new AtomicInteger();

    @Shared(
        writers = "event loops of the client's connections",
        readers = "the same, the admin thread, the draining thread",
        access = "atomic counter")
    private final AtomicInteger inFlight = new AtomicInteger();

    /** Adds a request and returns the new number of requests. */
    int begin() {
      return inFlight.incrementAndGet();
    }

    void end(int requests) {
      inFlight.addAndGet(-requests);
    }
  }

  /** Creates an empty set of connections. */
  public Connections(ConnectionLimits settings) {
    this.settings = settings;
  }

  /** Sets the source of latency recorders. Each event loop gets its own recorder. */
  public void recordLatenciesIn(Supplier<RequestLatencies> source) {
    newLatencies = source;
  }

  /** Returns the recorder of an event loop; null if latencies are not recorded. */
  RequestLatencies latencies(EventLoop loop) {
    Supplier<RequestLatencies> source = newLatencies;
    return source == null ? null : latencies.computeIfAbsent(loop, first -> source.get());
  }

  /** Limits the interactive transactions that are open on all connections together. */
  public void limitOpenTransactions(int most) {
    maxOpenTransactions = most;
  }

  /**
   * Counts an interactive transaction that a client opens.
   *
   * @throws YardmasterException {@link ErrorCode#OVERLOADED} if too many transactions are open
   */
  void beginTransaction() {
    if (openTransactions.incrementAndGet() > maxOpenTransactions) {
      openTransactions.decrementAndGet();
      throw new YardmasterException(
          ErrorCode.OVERLOADED,
          "the server has at most " + maxOpenTransactions + " interactive transactions open",
          YardmasterException.RETRY_AFTER_MS,
          RETRY_AFTER_MS);
    }
  }

  void endTransactions(int count) {
    openTransactions.addAndGet(-count);
  }

  /**
   * Adds a connection whose client is not yet known; returns false if there are too many
   * connections.
   */
  boolean add(ServerConnection connection) {
    if (count.incrementAndGet() > settings.maxConnections()) {
      count.decrementAndGet();
      return false;
    }
    synchronized (open) {
      open.add(connection);
    }
    if (draining) {
      connection.drain();
    }
    return true;
  }

  void remove(ServerConnection connection) {
    boolean removed;
    synchronized (open) {
      removed = open.remove(connection);
    }
    if (removed) {
      count.decrementAndGet();
    }
  }

  /**
   * Counts a connection as one of its client's connections.
   *
   * @throws YardmasterException {@link ErrorCode#OVERLOADED} if the client has too many connections
   */
  ClientLoad join(String client) {
    ClientLoad load = clients.computeIfAbsent(client, name -> new ClientLoad());
    if (load.connections.incrementAndGet() > settings.maxConnectionsPerClient()) {
      load.connections.decrementAndGet();
      throw new YardmasterException(
          ErrorCode.OVERLOADED,
          "a client has at most " + settings.maxConnectionsPerClient() + " connections",
          "principal",
          client);
    }
    return load;
  }

  void leave(ClientLoad load) {
    load.connections.decrementAndGet();
  }

  private List<ServerConnection> all() {
    synchronized (open) {
      return List.copyOf(open);
    }
  }

  @Override
  public int connections() {
    return count.get();
  }

  @Override
  public int openRequests() {
    return clients.values().stream().mapToInt(load -> load.inFlight.get()).sum();
  }

  @Override
  public long bytesBuffered() {
    return all().stream().mapToLong(ServerConnection::unwrittenBytes).sum();
  }

  /**
   * Returns whether a request is unanswered, an answer is unwritten, or an interactive transaction
   * is open.
   */
  public boolean isBusy() {
    return openRequests() > 0 || openTransactions.get() > 0 || bytesBuffered() > 0;
  }

  /** Notifies all present and future clients that the server accepts no more requests. */
  public void drain() {
    draining = true;
    all().forEach(ServerConnection::drain);
  }

  /** Closes all connections. */
  public void close() {
    all().forEach(ServerConnection::close);
  }
}
