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
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.ServerFrame;
import dev.yardmaster.wire.schema.Welcome;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import io.netty.util.concurrent.ScheduledFuture;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to a server. Any thread submits requests; all requests that are ready go out in
 * one frame. Everything else belongs to the connection's event loop.
 */
public final class ClientConnection extends ChannelInboundHandlerAdapter {

  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

  /** Upper bound of the frame length that a server can be configured to send. */
  private static final int MAX_FRAME_BYTES = 1 << 30;

  /** A frame is sent once it has this many bytes, so that the receiver can start to read. */
  private static final int FRAME_BYTES = 32 * 1024;

  private static final int SWEEP_MS = 50;

  /** How long after a request's deadline its answer may arrive, in ns. */
  private static final long GRACE_NS = TimeUnit.SECONDS.toNanos(1);

  /** Receives a connection's events, on its event loop. */
  public interface Watcher {

    /** The server has greeted the client: the connection accepts requests. */
    void opened(ClientConnection connection, Welcome welcome);

    /** The connection accepts no more requests; outstanding ones may still be answered. */
    void ending(ClientConnection connection, YardmasterException why);

    /** The connection is closed. */
    void closed(ClientConnection connection, YardmasterException why);
  }

  /** A submitted request with its message. */
  private record Outgoing(Exchange exchange, Request message) {}

  private final ConnectionSettings settings;
  private final Watcher watcher;
  private final FrameReader reader = new FrameReader();
  private final FrameWriter writer = new FrameWriter();

  @Shared(writers = "threads that submit", readers = "the same", access = "atomic increment")
  private final AtomicLong requestIds = new AtomicLong();

  @Shared(
      writers = "threads that submit, the event loop",
      readers = "the same",
      access = "atomic increment and decrement")
  private final AtomicInteger load = new AtomicInteger();

  /** Interactive transactions that have begun and may send further steps. */
  @Shared(
      writers = "threads that begin or end an interactive transaction",
      readers = "the same, the event loop",
      access = "atomic increment and decrement")
  private final AtomicInteger remoteTransactions = new AtomicInteger();

  @Shared(
      writers = "threads that submit",
      readers =
          "the event loop; after the loop's end a submitting thread, under this object's "
              + "monitor",
      access = "JCTools unbounded MPSC queue; submit refuses when load reaches maxWaiting")
  private final MpscUnboundedArrayQueue<Outgoing> handedOver = new MpscUnboundedArrayQueue<>(256);

  @Shared(
      writers = "threads that submit set it; the event loop clears it before it empties the queue",
      readers = "threads that submit",
      access = "compare-and-set by the submitting thread, which then schedules the event loop")
  private final AtomicBoolean scheduled = new AtomicBoolean();

  private final Runnable send = this::send;

  /** Requests submitted before the connection could send them, in order. */
  private final ArrayDeque<Outgoing> waiting = new ArrayDeque<>();

  private final LongObjectHashMap<Exchange> unanswered = new LongObjectHashMap<>();

  @Shared(
      writers = "the event loop, once, before the pool publishes the connection",
      readers = "any thread",
      access = "plain; published by ConnectionPool.ready or ConnectionPool.all")
  private Channel channel;

  private ScheduledFuture<?> sweeper;
  private Welcome welcome;
  private YardmasterException why;
  private long openedNs;
  private long heardNs;
  private boolean pinged;
  private boolean saidGoodbye;
  private boolean gone;

  /** Also read by a thread that ends a remote transaction. */
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
   * Submits a request. Any thread.
   *
   * @return false if too many requests wait already; the exchange is then not called
   */
  public boolean submit(Exchange exchange) {
    if (load.get() >= settings.maxWaiting()) {
      return false;
    }
    submitAnyway(exchange);
    return true;
  }

  /**
   * Submits a request regardless of the number that wait, for requests that release something at
   * the server. Any thread.
   */
  public void submitAnyway(Exchange exchange) {
    load.incrementAndGet();
    handedOver.offer(new Outgoing(exchange, exchange.request(requestIds.incrementAndGet())));
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      try {
        channel.eventLoop().execute(send);
      } catch (RejectedExecutionException loopHasEnded) {
        dropHandedOver();
      }
    }
  }

  /** Ends the requests that were submitted after the event loop had ended. */
  private synchronized void dropHandedOver() {
    scheduled.set(false);
    Outgoing next;
    while ((next = handedOver.poll()) != null) {
      load.decrementAndGet();
      tellNotSent(
          next.exchange(), new YardmasterException(ErrorCode.CLOSED, "the client is closed"));
    }
  }

  /** Returns a number for an interactive transaction, unique within this connection. Any thread. */
  public long nextNumber() {
    return requestIds.incrementAndGet();
  }

  /** Counts an interactive transaction that begins and will send more steps. Any thread. */
  public void remoteTransactionBegins() {
    remoteTransactions.incrementAndGet();
  }

  /** Counts the end of an interactive transaction, which sends no more steps. Any thread. */
  public void remoteTransactionEnds() {
    if (remoteTransactions.decrementAndGet() == 0 && ending) {
      try {
        channel.eventLoop().execute(this::closeWhenDone);
      } catch (RejectedExecutionException loopHasEnded) {
        // The connection is closed as well.
      }
    }
  }

  /** The number of submitted requests that have not ended. Any thread. */
  public int load() {
    return load.get();
  }

  /** Whether the connection is closed. Any thread. */
  public boolean isClosed() {
    return closed;
  }

  /** Accepts no more requests, and closes the connection when all are answered. Any thread. */
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

  /** Closes the connection; outstanding requests are lost. Any thread. */
  public void close() {
    closeChannel();
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
    scheduled.set(false);
    Outgoing next;
    while ((next = handedOver.poll()) != null) {
      waiting.add(next);
    }
    if (gone || saidGoodbye) {
      dropWaiting();
      return;
    }
    if (ending) {
      waiting.removeIf(this::dropIfNew);
    }
    if (welcome == null) {
      return;
    }
    boolean wrote = false;
    while (!waiting.isEmpty()
        && unanswered.size() < welcome.getMaxInFlight()
        && channel.isWritable()) {
      next = waiting.poll();
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
      unanswered.put(next.message().getRequestId(), next.exchange());
      writer.add(ClientFrame.REQUESTS_FIELD_NUMBER, next.message());
    }
    if (!writer.isEmpty()) {
      writeFrame();
      wrote = true;
    }
    if (wrote) {
      channel.flush();
    }
  }

  private void refuse(Exchange exchange, int lengthBytes) {
    load.decrementAndGet();
    tellNotSent(
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
    ByteBuf frame = (ByteBuf) message;
    heardNs = settings.time().nowNs();
    pinged = false;
    try {
      reader.begin(frame);
      read();
    } catch (YardmasterException error) {
      why = error;
      closeChannel();
    } finally {
      frame.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (!waiting.isEmpty()) {
      send();
    }
    closeWhenDone();
    context.fireChannelReadComplete();
  }

  private void read() {
    int field;
    while ((field = reader.nextField()) != 0) {
      switch (field) {
        case ServerFrame.RESPONSES_FIELD_NUMBER -> take(reader.message(Response.parser()));
        case ServerFrame.WELCOME_FIELD_NUMBER -> open(reader.message(Welcome.parser()));
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

  private void take(Response response) {
    Exchange exchange = unanswered.remove(response.getRequestId());
    if (exchange != null) {
      load.decrementAndGet();
      tellAnswer(exchange, response);
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
      dropWaiting();
      write(ClientFrame.newBuilder().setGoodbye(true).build());
      closeChannel();
    }
  }

  private boolean isDone() {
    return unanswered.isEmpty() && waiting.isEmpty() && remoteTransactions.get() == 0;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake && !handshake.isSuccess()) {
      why =
          new YardmasterException(
              isDenied(handshake.cause()) ? ErrorCode.UNAUTHENTICATED : ErrorCode.UNAVAILABLE,
              "the TLS handshake failed",
              handshake.cause(),
              "reason",
              String.valueOf(handshake.cause().getMessage()));
    }
    context.fireUserEventTriggered(event);
  }

  /** Whether a handshake failed because of the certificates, and not because of the network. */
  private static boolean isDenied(Throwable cause) {
    return cause instanceof SSLException
        && !(cause instanceof SslHandshakeTimeoutException)
        && !(cause.getCause() instanceof ClosedChannelException);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
    if (why == null) {
      // A server may refuse a certificate after the client's part of the handshake is complete.
      boolean denied =
          welcome == null
              && thrown instanceof DecoderException
              && thrown.getCause() instanceof SSLHandshakeException handshake
              && isDenied(handshake);
      why =
          new YardmasterException(
              denied ? ErrorCode.UNAUTHENTICATED : ErrorCode.UNAVAILABLE,
              denied ? "the TLS handshake failed" : "the connection failed",
              thrown,
              "reason",
              String.valueOf(thrown.getMessage()));
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
    expire(nowNs);
    long silentNs = nowNs - heardNs;
    long pingNs = TimeUnit.MILLISECONDS.toNanos(settings.pingIntervalMs());
    if (silentNs >= 2 * pingNs) {
      giveUp("the server was silent for " + 2 * settings.pingIntervalMs() + " ms");
    } else if (silentNs >= pingNs && !pinged) {
      pinged = true;
      write(ClientFrame.newBuilder().setPing(nowNs).build());
    }
  }

  private void giveUp(String reason) {
    why = new YardmasterException(ErrorCode.UNAVAILABLE, reason);
    closeChannel();
  }

  /** Ends requests whose deadline has passed, and which the server should have ended. */
  private void expire(long nowNs) {
    List<Long> expired = null;
    for (LongObjectMap.PrimitiveEntry<Exchange> entry : unanswered.entries()) {
      if (nowNs - entry.value().deadlineNs() >= GRACE_NS) {
        expired = expired == null ? new ArrayList<>() : expired;
        expired.add(entry.key());
      }
    }
    if (expired != null) {
      for (long requestId : expired) {
        load.decrementAndGet();
        tellLost(
            unanswered.remove(requestId),
            new YardmasterException(
                ErrorCode.UNAVAILABLE, "the server did not answer before the request's deadline"));
      }
    }
    boolean late = waiting.removeIf(outgoing -> endIfLate(outgoing.exchange(), nowNs));
    if (late || expired != null) {
      // No other event announces the free places.
      send();
      closeWhenDone();
    }
  }

  private boolean endIfLate(Exchange exchange, long nowNs) {
    if (nowNs - exchange.deadlineNs() < 0) {
      return false;
    }
    load.decrementAndGet();
    tellNotSent(
        exchange,
        new YardmasterException(
            ErrorCode.UNAVAILABLE, "the request's deadline passed before it was sent"));
    return true;
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
    List<Exchange> left = List.copyOf(unanswered.values());
    unanswered.clear();
    for (Exchange exchange : left) {
      load.decrementAndGet();
      tellLost(exchange, why);
    }
    context.fireChannelInactive();
  }

  private void dropWaiting() {
    Outgoing next;
    while ((next = waiting.poll()) != null) {
      drop(next);
    }
  }

  private boolean dropIfNew(Outgoing outgoing) {
    if (outgoing.exchange().continues()) {
      return false;
    }
    drop(outgoing);
    return true;
  }

  private void drop(Outgoing outgoing) {
    load.decrementAndGet();
    tellNotSent(
        outgoing.exchange(),
        why == null ? new YardmasterException(ErrorCode.CLOSED, "the client is closing") : why);
  }

  // An exception in one exchange's callback must not keep the other exchanges from being completed.

  private static void tellNotSent(Exchange exchange, YardmasterException reason) {
    try {
      exchange.notSent(reason);
    } catch (Throwable thrown) {
      LOG.error("the callback of a request that was not sent threw", thrown);
    }
  }

  private static void tellLost(Exchange exchange, YardmasterException reason) {
    try {
      exchange.lost(reason);
    } catch (Throwable thrown) {
      LOG.error("the callback of a lost request threw", thrown);
    }
  }

  private static void tellAnswer(Exchange exchange, Response response) {
    try {
      exchange.answered(response);
    } catch (Throwable thrown) {
      LOG.error("the callback of an answered request threw", thrown);
    }
  }
}
