package dev.yardmaster.client.connection;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.time.RetryDelays;
import dev.yardmaster.wire.schema.Welcome;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client's connections. For each connection that it keeps, the pool tries one address after
 * another until a connection is open. If the connection is lost, the pool tries the addresses
 * again. Any thread may call any method.
 */
public final class ConnectionPool {

  private final ConnectionSettings settings;
  private final List<InetSocketAddress> addresses;
  private final Transport transport;
  private final RetryDelays delays;

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
      writers = "event loops",
      readers = "threads that submit",
      access = "volatile reference to an immutable list, replaced under this object's monitor")
  private volatile List<ClientConnection> ready = List.of();

  @Shared(writers = "event loops", readers = "threads that submit", access = "volatile")
  private volatile Welcome welcome;

  @Shared(writers = "event loops", readers = "threads that submit or connect", access = "volatile")
  private volatile YardmasterException lastFailure;

  @Shared(writers = "the closing thread", readers = "event loops", access = "volatile")
  private volatile boolean closed;

  /**
   * Creates a pool, which immediately starts to connect.
   *
   * @param size the number of connections to keep
   * @param transport opens and runs the connections; the pool does not close it
   */
  public ConnectionPool(
      ConnectionSettings settings,
      List<InetSocketAddress> addresses,
      int size,
      Transport transport,
      RetryDelays delays) {
    this.settings = settings;
    this.addresses = List.copyOf(addresses);
    this.transport = transport;
    this.delays = delays;
    for (int i = 0; i < size; i++) {
      new Place(i).connect();
    }
  }

  /** Returns a connection that accepts requests, chosen round-robin; null if there is none. */
  public ClientConnection pick() {
    List<ClientConnection> now = ready;
    return now.isEmpty() ? null : now.get(Math.floorMod(turn.getAndIncrement(), now.size()));
  }

  private synchronized void addReady(ClientConnection connection) {
    List<ClientConnection> more = new ArrayList<>(ready);
    more.add(connection);
    ready = List.copyOf(more);
  }

  private synchronized void removeReady(ClientConnection connection) {
    ready = ready.stream().filter(other -> other != connection).toList();
  }

  /** Returns the number of connections that accept requests. */
  public int size() {
    return ready.size();
  }

  /** Returns the greeting that a server has sent last; null before the first greeting. */
  public Welcome welcome() {
    return welcome;
  }

  /** Returns the last error that prevented a connection, if one is known. */
  public YardmasterException failure() {
    YardmasterException last = lastFailure;
    return last != null
        ? last
        : new YardmasterException(
            ErrorCode.UNAVAILABLE, "no server could be reached yet", "addresses", addresses);
  }

  /**
   * Closes the pool, which then opens no more connections. Each open connection closes when its
   * outstanding requests have ended.
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

  /**
   * Keeps one of the pool's connections open. If the connection is lost, the object opens another
   * one. Event loops call the methods.
   */
  private final class Place implements ClientConnection.Watcher {

    private int address;
    private long delayMs;
    private ClientConnection current;

    Place(int number) {
      address = number % addresses.size();
    }

    void connect() {
      if (closed) {
        return;
      }
      InetSocketAddress to = addresses.get(address);
      ClientConnection connection = new ClientConnection(settings, this);
      current = connection;
      transport
          .connect(
              to,
              new ChannelInitializer<>() {
                @Override
                protected void initChannel(Channel channel) {
                  if (settings.tls() != null) {
                    SslHandler handler =
                        settings
                            .tls()
                            .newHandler(channel.alloc(), to.getHostString(), to.getPort());
                    channel.pipeline().addLast(handler);
                  }
                  channel.pipeline().addLast("connection", connection);
                }
              })
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

    private void again(ClientConnection gone) {
      if (closed || gone != current) {
        return;
      }
      current = null;
      address = (address + 1) % addresses.size();
      delayMs = delays.nextMs(delayMs);
      settings.time().later(this::connect, delayMs, TimeUnit.MILLISECONDS);
    }

    @Override
    public void opened(ClientConnection connection, Welcome greeting) {
      delayMs = 0;
      welcome = greeting;
      lastFailure = null;
      addReady(connection);
    }

    @Override
    public void ending(ClientConnection connection, YardmasterException why) {
      removeReady(connection);
      lastFailure = why;
      again(connection);
    }

    @Override
    public void closed(ClientConnection connection, YardmasterException why) {
      removeReady(connection);
      all.remove(connection);
      if (why.code() != ErrorCode.CLOSED || lastFailure == null) {
        lastFailure = why;
      }
      again(connection);
    }
  }

  /** Returns whether a failure is permanent, so that another try cannot succeed. */
  public static boolean isFinal(YardmasterException failure) {
    return failure.code().category() == ErrorCode.Category.DENIED
        || failure.code() == ErrorCode.UNSUPPORTED_VERSION
        || failure.code() == ErrorCode.EXPIRED_ID;
  }
}
