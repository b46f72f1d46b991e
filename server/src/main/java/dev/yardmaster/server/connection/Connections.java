package dev.yardmaster.server.connection;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.audit.Audit;
import dev.yardmaster.server.backend.Leadership;
import dev.yardmaster.server.leases.LeaseFigures;
import dev.yardmaster.server.leases.RowLeases;
import dev.yardmaster.server.live.ConnectionFigures;
import dev.yardmaster.server.live.OpenTransactionsOfClient;
import dev.yardmaster.server.live.RequestLatencies;
import dev.yardmaster.server.tracing.TransactionSpans;
import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * All connections of a server, and the state that the connections share. This class is thread-safe.
 */
public final class Connections implements ConnectionFigures {

  private final ConnectionLimits settings;

  /** The budget of all connections together. */
  private final ByteBudget budget;

  /** For each address, the number of connections that have not identified their clients yet. */
  @Shared(
      writers = "event loops as connections open, and as their clients become known or leave",
      readers = "event loops",
      access = "ConcurrentHashMap; an entry is removed when its number is 0")
  private final Map<InetAddress, Integer> newcomers = new ConcurrentHashMap<>();

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

  private final ClientLoads clients;
  private final RowLeases rowLeases = new RowLeases();

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
      writers = "the thread that starts the server",
      readers = "event loops",
      access = "volatile; set once")
  private volatile Audit audit = Audit.NONE;

  @Shared(
      writers = "the thread that starts the server",
      readers = "event loops",
      access = "volatile; set once")
  private volatile TransactionSpans spans = TransactionSpans.NONE;

  @Shared(
      writers = "the draining thread",
      readers = "event loops",
      access =
          "volatile; set before all open connections are drained. An event loop adds its "
              + "connection and then reads the flag, so every connection is drained")
  private volatile boolean draining;

  @Shared(
      writers = "the log's thread, the admin thread",
      readers = "event loops",
      access = "volatile reference to an immutable message; null without a cluster")
  private volatile dev.yardmaster.wire.schema.Leadership leadership;

  /** Creates an empty set of connections. */
  public Connections(ConnectionLimits settings) {
    this.settings = settings;
    this.budget = new ByteBudget(settings.bounds().heldBytes(), null);
    this.clients = new ClientLoads(settings, budget);
  }

  /** Returns the loads of the clients. */
  ClientLoads clients() {
    return clients;
  }

  /** Returns the leases of all connections. */
  RowLeases rowLeases() {
    return rowLeases;
  }

  @Override
  public LeaseFigures leases() {
    return rowLeases.figures();
  }

  /** Returns the budget of a new connection, whose client is not yet known. */
  ByteBudget newBudget() {
    return new ByteBudget(settings.bounds().heldBytesPerConnection(), budget);
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
    clients.limitOpenTransactions(most);
  }

  /** Sets the audit log. The caller calls this method before the first connection. */
  public void auditIn(Audit log) {
    audit = log;
  }

  Audit audit() {
    return audit;
  }

  /**
   * Sets the creator of the spans of clients' transactions. The caller calls this method before the
   * first connection.
   */
  public void traceWith(TransactionSpans transactionSpans) {
    spans = transactionSpans;
  }

  TransactionSpans spans() {
    return spans;
  }

  /**
   * Counts a connection whose client is not yet known.
   *
   * @throws YardmasterException {@link ErrorCode#OVERLOADED} if its address has too many such
   *     connections
   */
  void addNewcomer(InetAddress address) {
    int most = settings.bounds().newConnectionsPerAddress();
    if (newcomers.merge(address, 1, Integer::sum) > most) {
      removeNewcomer(address);
      throw new YardmasterException(
          ErrorCode.OVERLOADED,
          "an address has at most " + most + " connections whose client is not known yet",
          "address",
          address.getHostAddress());
    }
  }

  void removeNewcomer(InetAddress address) {
    newcomers.computeIfPresent(address, (known, count) -> count == 1 ? null : count - 1);
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
    return clients.openRequests();
  }

  @Override
  public long bytesHeld() {
    return budget.held();
  }

  @Override
  public List<OpenTransactionsOfClient> openTransactions() {
    return clients.openTransactions();
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
    return clients.areBusy() || bytesBuffered() > 0;
  }

  /**
   * Checks the credentials of all clients again. Ends the connections whose credential was revoked
   * or has expired.
   */
  public void checkCredentials() {
    all().forEach(ServerConnection::checkCredential);
  }

  /** Notifies all present and future clients of the leader of this server's cluster. */
  public void leadershipIs(Leadership now) {
    leadership =
        dev.yardmaster.wire.schema.Leadership.newBuilder()
            .setTerm(now.term())
            .setLeads(now.leads())
            .setLeader(now.address())
            .build();
    all().forEach(ServerConnection::announceLeadership);
  }

  /**
   * Returns the message that tells a client who leads; null if the server belongs to no cluster.
   */
  dev.yardmaster.wire.schema.Leadership leadership() {
    return leadership;
  }

  /** Notifies all present and future clients that the server accepts no more requests. */
  public void drain() {
    draining = true;
    rowLeases.stopGranting();
    all().forEach(ServerConnection::drain);
  }

  /** Closes all connections. */
  public void close() {
    all().forEach(ServerConnection::close);
  }
}
