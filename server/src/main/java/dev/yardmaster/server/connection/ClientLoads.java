package dev.yardmaster.server.connection;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.live.OpenTransactionsOfClient;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The load of each client: the number of its connections and, over all its connections, its
 * unanswered requests, its open transactions and the bytes that the server holds for it. This class
 * is thread-safe.
 */
final class ClientLoads {

  /** The delay after which a client should retry when too many transactions are open. */
  private static final int RETRY_AFTER_MS = 50;

  private static final int MAX_SHOWN_CLIENTS = 10;

  private final ConnectionLimits settings;

  /** The budget of all connections together. */
  private final ByteBudget budget;

  @Shared(
      writers = "event loops, at a client's first connection",
      readers = "event loops, the admin thread, the draining thread",
      access =
          "ConcurrentHashMap; an entry is removed, within the map's own update of the "
              + "entry, when its client has no connection, request or transaction left")
  private final Map<String, ClientLoad> clients = new ConcurrentHashMap<>();

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

  /** The load of all connections of one client together. */
  static final class ClientLoad {
    private final String client;
    private final ByteBudget budget;

    @Shared(
        writers = "event loops of the client's connections",
        readers = "the same, the admin thread",
        access = "atomic counter, raised and lowered in the entry of the map of clients")
    private final AtomicInteger connections = new AtomicInteger();

    @Shared(
        writers = "event loops of the client's connections",
        readers = "the same, the admin thread",
        access = "atomic counter; an event loop that raises it above the limit lowers it again")
    private final AtomicInteger openTransactions = new AtomicInteger();

    @Shared(
        writers = "event loops of the client's connections",
        readers = "the same",
        access = "atomic counter; an event loop that raises it above the limit lowers it again")
    private final AtomicInteger openSnapshots = new AtomicInteger();

    @Shared(
        writers = "event loops of the client's connections",
        readers = "the same, the admin thread, the draining thread",
        access = "atomic counter")
    private final AtomicInteger inFlight = new AtomicInteger();

    ClientLoad(String client, ByteBudget budget) {
      this.client = client;
      this.budget = budget;
    }

    /** The budget of all connections of the client together. */
    ByteBudget budget() {
      return budget;
    }

    /** Adds a request and returns the new number of requests. */
    int begin() {
      return inFlight.incrementAndGet();
    }

    /** Returns whether the client has no connection, request or transaction left. */
    private boolean isOver() {
      return connections.get() == 0 && inFlight.get() == 0 && openTransactions.get() == 0;
    }
  }

  /** Creates an object without clients. */
  ClientLoads(ConnectionLimits settings, ByteBudget budget) {
    this.settings = settings;
    this.budget = budget;
  }

  /** Limits the interactive transactions that are open on all connections together. */
  void limitOpenTransactions(int most) {
    maxOpenTransactions = most;
  }

  /**
   * Counts a connection as one of its client's connections.
   *
   * @throws YardmasterException {@link ErrorCode#OVERLOADED} if the client has too many connections
   */
  ClientLoad join(String client) {
    ClientLoad load =
        clients.compute(
            client,
            (name, known) -> {
              ClientLoad joined = known == null ? newLoad(name) : known;
              joined.connections.incrementAndGet();
              return joined;
            });
    if (load.connections.get() > settings.maxConnectionsPerClient()) {
      leave(load);
      throw new YardmasterException(
          ErrorCode.OVERLOADED,
          "a client has at most " + settings.maxConnectionsPerClient() + " connections",
          "principal",
          client);
    }
    return load;
  }

  private ClientLoad newLoad(String client) {
    return new ClientLoad(client, new ByteBudget(settings.bounds().heldBytesPerClient(), budget));
  }

  void leave(ClientLoad load) {
    load.connections.decrementAndGet();
    removeIfOver(load);
  }

  /**
   * Counts an interactive transaction that a client opens.
   *
   * @throws YardmasterException {@link ErrorCode#OVERLOADED} if too many transactions are open
   */
  void beginTransaction(ClientLoad load) {
    int ofClient = settings.bounds().openTransactionsPerClient();
    if (load.openTransactions.incrementAndGet() > ofClient) {
      load.openTransactions.decrementAndGet();
      throw new YardmasterException(
          ErrorCode.OVERLOADED,
          "a client has at most " + ofClient + " interactive transactions open",
          "principal",
          load.client,
          YardmasterException.RETRY_AFTER_MS,
          RETRY_AFTER_MS);
    }
    if (openTransactions.incrementAndGet() > maxOpenTransactions) {
      endTransactions(load, 1);
      throw new YardmasterException(
          ErrorCode.OVERLOADED,
          "the server has at most " + maxOpenTransactions + " interactive transactions open",
          YardmasterException.RETRY_AFTER_MS,
          RETRY_AFTER_MS);
    }
  }

  /**
   * Counts a snapshot that a client opens. A snapshot also counts as an interactive transaction.
   *
   * @throws YardmasterException {@link ErrorCode#OVERLOADED} if the client has too many open
   *     snapshots or transactions
   */
  void beginSnapshot(ClientLoad load) {
    int ofClient = settings.bounds().openSnapshotsPerClient();
    if (load.openSnapshots.incrementAndGet() > ofClient) {
      load.openSnapshots.decrementAndGet();
      throw new YardmasterException(
          ErrorCode.OVERLOADED,
          "a client has at most " + ofClient + " snapshots open",
          "principal",
          load.client,
          YardmasterException.RETRY_AFTER_MS,
          RETRY_AFTER_MS);
    }
  }

  void endSnapshots(ClientLoad load, int count) {
    if (count > 0) {
      load.openSnapshots.addAndGet(-count);
    }
  }

  void endTransactions(ClientLoad load, int count) {
    openTransactions.addAndGet(-count);
    if (count > 0) {
      load.openTransactions.addAndGet(-count);
    }
  }

  /** Subtracts requests that have ended from the load of their client. */
  void endRequests(ClientLoad load, int requests) {
    if (load.inFlight.addAndGet(-requests) == 0 && load.connections.get() == 0) {
      removeIfOver(load);
    }
  }

  private void removeIfOver(ClientLoad load) {
    clients.computeIfPresent(
        load.client, (name, known) -> known == load && known.isOver() ? null : known);
  }

  /** Returns the number of unanswered requests of all clients. */
  int openRequests() {
    return clients.values().stream().mapToInt(load -> load.inFlight.get()).sum();
  }

  /** Returns the clients with the most open transactions, in descending order. */
  List<OpenTransactionsOfClient> openTransactions() {
    return clients.values().stream()
        .map(load -> new OpenTransactionsOfClient(load.client, load.openTransactions.get()))
        .filter(client -> client.open() > 0)
        .sorted(Comparator.comparing(OpenTransactionsOfClient::open).reversed())
        .limit(MAX_SHOWN_CLIENTS)
        .toList();
  }

  /** Returns whether a request is unanswered or an interactive transaction is open. */
  boolean areBusy() {
    return openRequests() > 0 || openTransactions.get() > 0;
  }
}
