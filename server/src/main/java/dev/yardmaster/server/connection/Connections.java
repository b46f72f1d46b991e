package dev.yardmaster.server.connection;

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

/** All connections of a server, and how many each client has. Any thread. */
public final class Connections implements ConnectionFigures {

  /** When to try again if too many transactions are open. */
  private static final int RETRY_AFTER_MS = 50;

  private final ConnectionLimits settings;

  /** Those that are open, in the order in which they came; locked by itself. */
  private final Set<ServerConnection> open = new LinkedHashSet<>();

  private final AtomicInteger count = new AtomicInteger();
  private final Map<String, ClientLoad> clients = new ConcurrentHashMap<>();
  private final Map<EventLoop, RequestLatencies> latencies = new ConcurrentHashMap<>();
  private volatile Supplier<RequestLatencies> newLatencies;
  private final AtomicInteger openTransactions = new AtomicInteger();
  private volatile int maxOpenTransactions = Integer.MAX_VALUE;
  private volatile boolean draining;

  /** What all connections of one client hold together. */
  static final class ClientLoad {
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();

    /** Adds a request; how many there are now. */
    int begin() {
      return inFlight.incrementAndGet();
    }

    void end(int requests) {
      inFlight.addAndGet(-requests);
    }
  }

  /** No connections. */
  public Connections(ConnectionLimits settings) {
    this.settings = settings;
  }

  /** Where event loops record how long requests took, each in one of its own. */
  public void recordLatenciesIn(Supplier<RequestLatencies> source) {
    newLatencies = source;
  }

  /** Where an event loop records its latencies; null if nobody wants them. */
  RequestLatencies latencies(EventLoop loop) {
    Supplier<RequestLatencies> source = newLatencies;
    return source == null ? null : latencies.computeIfAbsent(loop, first -> source.get());
  }

  /** Bounds the interactive transactions that are open on all connections together. */
  public void limitOpenTransactions(int most) {
    maxOpenTransactions = most;
  }

  /**
   * Counts an interactive transaction that is opened.
   *
   * @throws YardmasterException {@link ErrorCode#OVERLOADED} if there are too many
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

  /** Takes a connection in, before it is known whose it is; false if there are too many. */
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
   * Counts a connection to its client.
   *
   * @throws YardmasterException {@link ErrorCode#OVERLOADED} if the client has too many
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

  /** Whether something is unanswered, not taken by its client, or open between two steps. */
  public boolean isBusy() {
    return openRequests() > 0 || openTransactions.get() > 0 || bytesBuffered() > 0;
  }

  /** Tells all clients, also those to come, that no more requests are taken. */
  public void drain() {
    draining = true;
    all().forEach(ServerConnection::drain);
  }

  /** Closes all connections. */
  public void close() {
    all().forEach(ServerConnection::close);
  }
}
