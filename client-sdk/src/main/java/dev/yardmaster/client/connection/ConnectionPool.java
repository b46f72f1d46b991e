package dev.yardmaster.client.connection;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.time.RetryDelays;
import dev.yardmaster.logging.Loggers;
import dev.yardmaster.wire.schema.Leadership;
import dev.yardmaster.wire.schema.Welcome;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;

/**
 * A client's connections. The pool keeps a number of connections to each address. If a connection
 * is lost, the pool opens it again after a delay. In a cluster, only connections to the leader are
 * used for transactions ({@link ReadyConnections}). Through the other connections, servers announce
 * the leader, and serve snapshots that any server may serve. Any thread may call any method.
 */
public final class ConnectionPool {

  private static final Logger LOG = Loggers.of(ConnectionPool.class);

  /**
   * The maximum number of learnt addresses. A learnt address is an address that was not configured,
   * but sent by a server.
   */
  private static final int MAX_LEARNT = 16;

  /**
   * The time within which a former leader must announce that it has lost the leadership, from the
   * announcement of a new leader with a later term. A server that is stopped cannot do so, and
   * would not answer requests before their deadlines. So the client then closes the connection.
   */
  private static final long SUPERSEDED_MS = 100;

  private final ConnectionSettings settings;
  private final List<InetSocketAddress> given;
  private final int connections;
  private final Transport transport;
  private final RetryDelays delays;
  private final ReadyConnections ready = new ReadyConnections();

  /** The places for the configured addresses, followed by the places for the learnt addresses. */
  @Shared(
      writers = "the starting thread, event loops",
      readers = "event loops, threads that submit or connect",
      access = "CopyOnWriteArrayList; written under the monitor of the pool")
  private final List<Place> places = new CopyOnWriteArrayList<>();

  @Shared(
      writers = "event loops",
      readers = "event loops",
      access = "guarded by this object's monitor")
  private final List<InetSocketAddress> learnt = new ArrayList<>();

  @Shared(
      writers = "event loops",
      readers = "the closing thread",
      access =
          "CopyOnWriteArrayList. A connection that is added after the pool was closed closes "
              + "itself")
  private final List<ClientConnection> all = new CopyOnWriteArrayList<>();

  @Shared(writers = "threads that submit", readers = "the same", access = "atomic increment")
  private final AtomicInteger turn = new AtomicInteger();

  @Shared(
      writers = "threads that open snapshots",
      readers = "the same",
      access = "atomic increment")
  private final AtomicInteger followerTurn = new AtomicInteger();

  @Shared(writers = "event loops", readers = "threads that submit", access = "volatile")
  private volatile Welcome welcome;

  @Shared(writers = "event loops", readers = "threads that submit or connect", access = "volatile")
  private volatile YardmasterException lastFailure;

  @Shared(writers = "the closing thread", readers = "event loops", access = "volatile")
  private volatile boolean closed;

  @Shared(
      writers = "the starting thread, before it opens the first connection",
      readers = "event loops",
      access = "plain; published by the start of a connection")
  private Runnable whenReady;

  /**
   * Creates a pool without connections.
   *
   * @param connections the number of connections that the pool keeps to each address
   * @param transport opens and runs the connections; the pool does not close it
   */
  public ConnectionPool(
      ConnectionSettings settings,
      List<InetSocketAddress> addresses,
      int connections,
      Transport transport,
      RetryDelays delays) {
    this.settings = settings;
    this.given = addresses.stream().distinct().toList();
    this.connections = connections;
    this.transport = transport;
    this.delays = delays;
  }

  /**
   * Begins to connect.
   *
   * @param then is called on an event loop each time that a connection becomes ready; it must not
   *     block
   */
  public void start(Runnable then) {
    whenReady = then;
    given.forEach(address -> newPlaces(address).forEach(Place::connect));
  }

  private synchronized List<Place> newPlaces(InetSocketAddress address) {
    List<Place> more = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      more.add(new Place(address));
    }
    places.addAll(more);
    return more;
  }

  /** Returns a connection that accepts requests, chosen round-robin; null if there is none. */
  public ClientConnection pick() {
    return oneOf(ready.list(), turn);
  }

  /**
   * Returns a connection to a follower of a cluster, chosen round-robin; null if there is none. A
   * follower serves only snapshots.
   */
  public ClientConnection pickFollower() {
    return oneOf(ready.followers(), followerTurn);
  }

  private static ClientConnection oneOf(List<ClientConnection> now, AtomicInteger turn) {
    return now.isEmpty() ? null : now.get(Math.floorMod(turn.getAndIncrement(), now.size()));
  }

  /** Returns the number of connections that accept requests. */
  public int size() {
    return ready.list().size();
  }

  /**
   * Returns the number of times that a connection has become ready. A caller that reads this number
   * before {@link #pick} can later find out whether another attempt may succeed.
   */
  public long arrivals() {
    return ready.arrivals();
  }

  /** Returns the most recent greeting of a server; null before the first greeting. */
  public Welcome welcome() {
    return welcome;
  }

  /**
   * Returns the error if no connection accepts requests: {@link ErrorCode#NOT_LEADER} if servers
   * are connected; otherwise the last error that prevented a connection; {@link
   * ErrorCode#UNAVAILABLE} if no such error is known.
   */
  public YardmasterException failure() {
    List<String> others = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (Place place : places) {
      String address = ServerAddress.text(place.to);
      List<String> group = place.isGreeted() ? others : missing;
      if (!group.contains(address)) {
        group.add(address);
      }
    }
    YardmasterException last = lastFailure;
    if (!others.isEmpty()) {
      return notLeader(others, missing, last);
    }
    return last != null
        ? last
        : new YardmasterException(
            ErrorCode.UNAVAILABLE, "no server could be reached yet", "addresses", given);
  }

  private YardmasterException notLeader(
      List<String> others, List<String> missing, YardmasterException last) {
    List<Object> details = new ArrayList<>();
    String leader = ready.leader();
    if (!leader.isEmpty()) {
      details.addAll(List.of("leader", leader));
    }
    details.addAll(List.of("notLeading", others));
    if (!missing.isEmpty()) {
      details.addAll(List.of("notConnected", missing));
      if (last != null) {
        details.addAll(List.of("lastFailure", last.getMessage()));
      }
    }
    return new YardmasterException(
        ErrorCode.NOT_LEADER,
        leader.isEmpty() ? "no server leads at the moment" : "the leader is not connected",
        last,
        details.toArray());
  }

  /**
   * Closes the pool. The pool then opens no further connections, and each open connection closes
   * when its outstanding requests have ended.
   */
  public void finish() {
    closed = true;
    all.forEach(ClientConnection::finish);
  }

  /** Returns whether all connections are closed. */
  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** Closes all connections. Outstanding requests are lost. */
  public void close() {
    closed = true;
    all.forEach(ClientConnection::close);
  }

  private void said(ClientConnection connection, Leadership said) {
    ReadyConnections.Change change = ready.said(connection, said);
    for (ReadyConnections.Claim claim : change.superseded()) {
      settings.time().later(() -> closeIfSilent(claim), SUPERSEDED_MS, TimeUnit.MILLISECONDS);
    }
    if (change.more()) {
      whenReady.run();
    }
    if (said != null && !said.getLeads() && ready.isCurrent(said)) {
      connectTo(said.getLeader());
    }
  }

  private void closeIfSilent(ReadyConnections.Claim claim) {
    if (ready.isLast(claim)) {
      claim
          .connection()
          .close(
              new YardmasterException(
                  ErrorCode.UNAVAILABLE,
                  "another server leads, and the former leader is silent",
                  "term",
                  Long.toUnsignedString(claim.said().getTerm())));
    }
  }

  /** Connects without a delay to the leader at an address that another server has sent. */
  private void connectTo(String leader) {
    if (leader.isEmpty()) {
      return;
    }
    InetSocketAddress address;
    try {
      address = ServerAddress.parse(leader);
    } catch (YardmasterException malformed) {
      LOG.warn("a server sent a malformed address of the leader, which is ignored", malformed);
      return;
    }
    placesOf(address).forEach(Place::connect);
  }

  /**
   * Returns the places for an address, and creates them for a new address. Returns no places for a
   * new address if too many addresses are learnt.
   */
  private synchronized List<Place> placesOf(InetSocketAddress address) {
    if (!given.contains(address) && !learnt.contains(address)) {
      if (learnt.size() == MAX_LEARNT) {
        LOG.warn("the leader's address {} is ignored: too many addresses are learnt", address);
        return List.of();
      }
      learnt.add(address);
      return newPlaces(address);
    }
    return places.stream().filter(place -> place.to.equals(address)).toList();
  }

  /**
   * A place keeps one connection to an address open. If the connection is lost, the place opens
   * another connection. Event loops and the starting thread call the methods.
   */
  @Shared(
      writers = "the starting thread, event loops",
      readers = "the same",
      access = "guarded by this object's monitor, which is not held while a connection is opened")
  private final class Place implements ClientConnection.Watcher {

    private final InetSocketAddress to;
    private long delayMs;

    /** The number of lost connections. It ensures that only the timer of the last loss connects. */
    private long losses;

    /** The connection that is open or being opened; null while the place waits for its delay. */
    private ClientConnection current;

    Place(InetSocketAddress to) {
      this.to = to;
    }

    synchronized boolean isGreeted() {
      return current != null && ready.isGreeted(current);
    }

    /** Opens a connection, unless the place already has one that is open or being opened. */
    void connect() {
      ClientConnection connection = begin();
      if (connection == null) {
        return;
      }
      transport
          .connect(to, new ConnectionInitializer(settings, to, connection))
          .addListener(
              connected -> {
                if (connected.isSuccess()) {
                  all.add(connection);
                  if (closed || connection.isClosed()) {
                    connection.close();
                    all.remove(connection);
                  }
                } else {
                  lastFailure =
                      new YardmasterException(
                          ErrorCode.UNAVAILABLE,
                          "the server cannot be reached",
                          connected.cause(),
                          "address",
                          to,
                          "reason",
                          String.valueOf(connected.cause().getMessage()));
                  again(connection);
                }
              });
    }

    private synchronized ClientConnection begin() {
      if (closed || current != null) {
        return null;
      }
      current = new ClientConnection(settings, this);
      return current;
    }

    private void connectAfter(long loss) {
      synchronized (this) {
        if (loss != losses) {
          return;
        }
      }
      connect();
    }

    private void again(ClientConnection gone) {
      long loss;
      long waitMs;
      synchronized (this) {
        if (closed || gone != current) {
          return;
        }
        current = null;
        loss = ++losses;
        delayMs = delays.nextMs(delayMs);
        waitMs = delayMs;
      }
      settings.time().later(() -> connectAfter(loss), waitMs, TimeUnit.MILLISECONDS);
    }

    @Override
    public void opened(ClientConnection connection, Welcome greeting) {
      synchronized (this) {
        delayMs = 0;
      }
      welcome = greeting;
      lastFailure = null;
      said(connection, greeting.hasLeadership() ? greeting.getLeadership() : null);
    }

    @Override
    public void leads(ClientConnection connection, Leadership leadership) {
      said(connection, leadership);
    }

    @Override
    public void ending(ClientConnection connection, YardmasterException why) {
      ready.remove(connection);
      lastFailure = why;
      again(connection);
    }

    @Override
    public void closed(ClientConnection connection, YardmasterException why) {
      ready.remove(connection);
      all.remove(connection);
      if (why.code() != ErrorCode.CLOSED || lastFailure == null) {
        lastFailure = why;
      }
      again(connection);
    }
  }
}
