package dev.yardmaster.client.connection;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.ErrorMessages;
import dev.yardmaster.wire.FrameReader;
import dev.yardmaster.wire.FrameWriter;
import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Closing;
import dev.yardmaster.wire.schema.Hello;
import dev.yardmaster.wire.schema.Leadership;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.ServerFrame;
import dev.yardmaster.wire.schema.Welcome;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The state machine of one connection to a server: greeting, requests, pings and close. The class
 * is long so that the whole state machine is in one place. Any thread may submit requests; all
 * requests that are ready are sent together in one frame. All other state belongs to the
 * connection's event loop.
 */
public final class ClientConnection extends ChannelInboundHandlerAdapter {

  /** The length of the longest frame that a server can send under any configuration, in bytes. */
  private static final int MAX_FRAME_BYTES = 1 << 30;

  /**
   * A frame of this length, in bytes, is sent even if more messages are ready, so that the receiver
   * can begin to process the frame.
   */
  private static final int FRAME_BYTES = 32 * 1024;

  private static final int SWEEP_MS = 50;

  /** Receives the events of a connection, on the connection's event loop. */
  public interface Watcher {

    /** The server has greeted the client. */
    void opened(ClientConnection connection, Welcome welcome);

    /**
     * The server has announced whether it is the leader of its cluster. The message replaces the
     * server's earlier messages about leadership.
     */
    void leads(ClientConnection connection, Leadership said);

    /** The connection accepts no more requests. Outstanding requests may still be answered. */
    void ending(ClientConnection connection, YardmasterException why);

    /** The connection is closed. */
    void closed(ClientConnection connection, YardmasterException why);
  }

  private final ConnectionSettings settings;
  private final Watcher watcher;
  private final FrameReader reader = new FrameReader();
  private final FrameWriter writer = new FrameWriter();

  @Shared(writers = "threads that submit", readers = "the same", access = "atomic increment")
  private final AtomicLong requestIds = new AtomicLong();

  private final PendingRequests requests = new PendingRequests();

  /** The number of interactive transactions that have begun and may still send steps. */
  @Shared(
      writers = "threads that begin or end an interactive transaction",
      readers = "the same, the event loop",
      access = "atomic increment and decrement")
  private final AtomicInteger remoteTransactions = new AtomicInteger();

  private final Runnable send = this::send;

  @Shared(
      writers = "the event loop, once, before the pool publishes the connection",
      readers = "any thread",
      access = "plain; published by ReadyConnections or ConnectionPool.all")
  private Channel channel;

  private ScheduledFuture<?> sweeper;
  private Welcome welcome;
  private YardmasterException why;
  private long openedNs;
  private long heardNs;
  private long wroteNs;
  private boolean pinged;
  private boolean saidGoodbye;
  private boolean gone;

  /**
   * Whether the connection no longer accepts requests. Threads that end a remote transaction also
   * read this field.
   */
  @Shared(
      writers = "the event loop",
      readers = "threads that end a remote transaction",
      access = "volatile")
  private volatile boolean ending;

  @Shared(
      writers = "the event loop",
      readers = "the thread that connects, the pool",
      access = "volatile")
  private volatile boolean closed;

  ClientConnection(ConnectionSettings settings, Watcher watcher) {
    this.settings = settings;
    this.watcher = watcher;
  }

  /**
   * Submits a request. Any thread may call this method.
   *
   * @return false if too many requests are already waiting; in that case no method of the exchange
   *     is ever called
   */
  public boolean submit(Exchange exchange) {
    if (requests.load() >= settings.maxWaiting()) {
      return false;
    }
    submitAnyway(exchange);
    return true;
  }

  /** Returns the error for a request that {@link #submit} has refused. */
  public static YardmasterException overloaded() {
    return new YardmasterException(
        ErrorCode.OVERLOADED, "too many requests wait at the client's connection");
  }

  /**
   * Submits a request even if too many requests are already waiting. Use this method only for
   * requests that release resources at the server. Any thread may call this method.
   */
  public void submitAnyway(Exchange exchange) {
    boolean mustSchedule =
        requests.handOver(
            new PendingRequests.Outgoing(exchange, exchange.request(requestIds.incrementAndGet())));
    if (mustSchedule) {
      try {
        channel.eventLoop().execute(send);
      } catch (RejectedExecutionException loopHasEnded) {
        requests.dropHandedOver(
            () -> new YardmasterException(ErrorCode.CLOSED, "the client is closed"));
      }
    }
  }

  /**
   * Returns a number for an interactive transaction, which is unique on this connection. Any thread
   * may call this method.
   */
  public long nextNumber() {
    return requestIds.incrementAndGet();
  }

  /** Counts an interactive transaction that begins. Any thread may call this method. */
  public void remoteTransactionBegins() {
    remoteTransactions.incrementAndGet();
  }

  /**
   * Records that an interactive transaction has ended and sends no further steps. Any thread may
   * call this method.
   */
  public void remoteTransactionEnds() {
    if (remoteTransactions.decrementAndGet() == 0 && ending) {
      try {
        channel.eventLoop().execute(this::closeWhenDone);
      } catch (RejectedExecutionException loopHasEnded) {
        // The event loop has ended, so the connection is already closed.
      }
    }
  }

  /**
   * Returns the number of submitted requests that have not ended. Any thread may call this method.
   */
  public int load() {
    return requests.load();
  }

  /** Returns whether the connection is closed. Any thread may call this method. */
  public boolean isClosed() {
    return closed;
  }

  /**
   * Stops accepting requests, and closes the connection when all requests are answered. Any thread
   * may call this method.
   */
  public void finish() {
    channel
        .eventLoop()
        .execute(
            () -> {
              ending = true;
              send();
              closeWhenDone();
            });
  }

  /** Closes the connection. Outstanding requests are lost. Any thread may call this method. */
  public void close() {
    closeChannel();
  }

  /**
   * Closes the connection. Outstanding requests are lost, with the given reason. Any thread may
   * call this method.
   */
  void close(YardmasterException reason) {
    try {
      channel
          .eventLoop()
          .execute(
              () -> {
                if (why == null) {
                  why = reason;
                }
                closeChannel();
              });
    } catch (RejectedExecutionException loopHasEnded) {
      // The event loop has ended, so the connection is already closed.
    }
  }

  private void closeChannel() {
    var unused = channel.close();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context.channel();
    context
        .pipeline()
        .addBefore(
            context.name(),
            "frames",
            new LengthFieldBasedFrameDecoder(
                MAX_FRAME_BYTES, 0, WireProtocol.LENGTH_BYTES, 0, WireProtocol.LENGTH_BYTES));
    if (channel.isActive()) {
      greet();
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    greet();
    context.fireChannelActive();
  }

  private void greet() {
    openedNs = settings.time().nowNs();
    heardNs = openedNs;
    sweeper =
        channel
            .eventLoop()
            .scheduleWithFixedDelay(this::sweep, SWEEP_MS, SWEEP_MS, TimeUnit.MILLISECONDS);
    write(
        ClientFrame.newBuilder()
            .setHello(
                Hello.newBuilder()
                    .setOldestVersion(WireProtocol.VERSION)
                    .setNewestVersion(WireProtocol.VERSION)
                    .setClient(settings.clientName())
                    .setToken(settings.token()))
            .build());
  }

  private void send() {
    requests.takeHandedOver();
    if (gone || saidGoodbye) {
      requests.dropWaiting(this::reasonToDrop);
      return;
    }
    if (ending) {
      requests.dropNew(this::reasonToDrop);
    }
    if (welcome == null) {
      return;
    }
    boolean wrote = false;
    PendingRequests.Outgoing next;
    while (requests.unanswered() < welcome.getMaxInFlight()
        && channel.isWritable()
        && (next = requests.next()) != null) {
      int lengthBytes =
          FrameWriter.lengthBytesOf(ClientFrame.REQUESTS_FIELD_NUMBER, next.message());
      if (lengthBytes > welcome.getMaxFrameBytes()) {
        refuse(next.exchange(), lengthBytes);
        continue;
      }
      if (writer.lengthBytes() + lengthBytes > Math.min(FRAME_BYTES, welcome.getMaxFrameBytes())
          && !writer.isEmpty()) {
        writeFrame();
        wrote = true;
      }
      requests.sent(next);
      writer.add(ClientFrame.REQUESTS_FIELD_NUMBER, next.message());
    }
    if (!writer.isEmpty()) {
      writeFrame();
      wrote = true;
    }
    if (wrote) {
      wroteNs = settings.time().nowNs();
      channel.flush();
    }
  }

  private void refuse(Exchange exchange, int lengthBytes) {
    requests.notSent(
        exchange,
        new YardmasterException(
            ErrorCode.MESSAGE_TOO_LARGE,
            "a request has at most " + welcome.getMaxFrameBytes() + " bytes",
            "length",
            lengthBytes + " bytes"));
  }

  private void writeFrame() {
    var unused = channel.write(writer.finish(channel.alloc()), channel.voidPromise());
  }

  private void write(ClientFrame frame) {
    wroteNs = settings.time().nowNs();
    ByteBuf bytes = channel.alloc().ioBuffer(WireProtocol.LENGTH_BYTES + frame.getSerializedSize());
    bytes.writeInt(frame.getSerializedSize()).writeBytes(frame.toByteArray());
    var unused = channel.writeAndFlush(bytes, channel.voidPromise());
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (channel.isWritable()) {
      send();
    }
    context.fireChannelWritabilityChanged();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    heard();
    try {
      reader.begin((ByteBuf) message);
      read();
    } catch (YardmasterException error) {
      why = error;
      closeChannel();
    } finally {
      reader.end();
    }
  }

  private void heard() {
    heardNs = settings.time().nowNs();
    pinged = false;
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    heard(); // A part of a long frame may have arrived.
    if (requests.hasWaiting()) {
      send();
    }
    closeWhenDone();
    context.fireChannelReadComplete();
  }

  private void read() {
    int field;
    while ((field = reader.nextField()) != 0) {
      switch (field) {
        case ServerFrame.RESPONSES_FIELD_NUMBER ->
            requests.answered(reader.message(Response.parser()));
        case ServerFrame.WELCOME_FIELD_NUMBER -> open(reader.message(Welcome.parser()));
        case ServerFrame.LEADERSHIP_FIELD_NUMBER -> leadership(reader.message(Leadership.parser()));
        case ServerFrame.CLOSING_FIELD_NUMBER -> closing(reader.message(Closing.parser()));
        default -> reader.skip();
      }
    }
  }

  private void open(Welcome greeting) {
    welcome = greeting;
    watcher.opened(this, greeting);
    send();
  }

  private void leadership(Leadership said) {
    // A server that is shutting down may still send messages about leadership, but it accepts no
    // requests.
    if (welcome != null && !ending) {
      watcher.leads(this, said);
    }
  }

  private void closing(Closing message) {
    ErrorCode code = ErrorMessages.codeOf(message.getCode());
    why =
        new YardmasterException(
            code == null ? ErrorCode.UNAVAILABLE : code,
            "the server closes the connection: " + message.getReason());
    if (code == ErrorCode.CLOSED && welcome != null) {
      ending = true;
      watcher.ending(this, why);
      send();
      closeWhenDone();
    } else {
      closeChannel();
    }
  }

  private void closeWhenDone() {
    if (ending && !gone && isDone() && !saidGoodbye) {
      saidGoodbye = true;
      requests.dropWaiting(this::reasonToDrop);
      write(ClientFrame.newBuilder().setGoodbye(true).build());
      closeChannel();
    }
  }

  private boolean isDone() {
    return requests.isEmpty() && remoteTransactions.get() == 0;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake && !handshake.isSuccess()) {
      why = ConnectionFailures.ofHandshake(handshake.cause());
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
    if (why == null) {
      why = ConnectionFailures.of(thrown, welcome != null);
    }
    closeChannel();
  }

  private void sweep() {
    long nowNs = settings.time().nowNs();
    if (welcome == null) {
      if (nowNs - openedNs >= TimeUnit.MILLISECONDS.toNanos(settings.connectTimeoutMs())) {
        giveUp("the server sent no greeting within " + settings.connectTimeoutMs() + " ms");
      }
      return;
    }
    if (requests.expire(nowNs)) {
      // After requests have expired, waiting requests can be sent in their place. No other event
      // would cause this.
      send();
      closeWhenDone();
    }
    long silentNs = nowNs - heardNs;
    long pingNs = TimeUnit.MILLISECONDS.toNanos(settings.pingIntervalMs());
    if (silentNs >= 2 * pingNs) {
      giveUp("the server was silent for " + 2 * settings.pingIntervalMs() + " ms");
    } else if ((silentNs >= pingNs && !pinged) || isIdle(nowNs)) {
      pinged = true;
      write(ClientFrame.newBuilder().setPing(nowNs).build());
    }
  }

  /**
   * Returns whether the client has sent nothing for half of the time after which the server closes
   * an idle connection.
   */
  private boolean isIdle(long nowNs) {
    long idleMs = Integer.toUnsignedLong(welcome.getIdleTimeoutMs());
    return idleMs > 0 && nowNs - wroteNs >= TimeUnit.MILLISECONDS.toNanos(idleMs) / 2;
  }

  private void giveUp(String reason) {
    why = new YardmasterException(ErrorCode.UNAVAILABLE, reason);
    closeChannel();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    gone = true;
    closed = true;
    if (sweeper != null) {
      sweeper.cancel(false);
    }
    if (why == null) {
      why = new YardmasterException(ErrorCode.UNAVAILABLE, "the connection was closed");
    }
    watcher.closed(this, why);
    send();
    requests.lose(why);
    context.fireChannelInactive();
  }

  private YardmasterException reasonToDrop() {
    return why == null ? new YardmasterException(ErrorCode.CLOSED, "the client is closing") : why;
  }
}
