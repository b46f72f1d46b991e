package dev.yardmaster.server.connection;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.security.Credential;
import dev.yardmaster.server.security.Identification;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.service.EncodedCalls;
import dev.yardmaster.wire.FrameReader;
import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Closing;
import dev.yardmaster.wire.schema.Hello;
import dev.yardmaster.wire.schema.Release;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.ServerFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state machine of one client's connection. The connection waits for the client's first frame
 * ({@link Handshake}), accepts requests, and closes. The class is long because it is one state
 * machine. The connection's event loop owns the state. Other threads may call only the methods
 * whose Javadoc allows any thread.
 */
final class ServerConnection extends ChannelInboundHandlerAdapter {

  private static final Logger LOG = LoggerFactory.getLogger(ServerConnection.class);
  private static final String DECODER = "frames";

  /** The delay after which a client with too many unanswered requests should retry. */
  private static final int RETRY_AFTER_MS = 10;

  /** The server disconnects a client whose unanswered requests exceed the limit by this factor. */
  private static final int MAX_IN_FLIGHT_FACTOR = 2;

  /**
   * The time for which the connection stays open after the server has sent the reason for the end,
   * in ms.
   */
  private static final int LINGER_MS = 1_000;

  /**
   * The maximum number of requests of a frame that are processed in one turn. The rest of the frame
   * follows after other connections and other work of this thread have had their turn.
   */
  private static final int MAX_REQUESTS_PER_TURN = 128;

  /** The approximate memory of a request without its contents, in bytes. */
  private static final int REQUEST_BYTES = 512;

  private final EncodedCalls service;
  private final Handshake handshake;
  private final ConnectionLimits settings;
  private final Connections connections;
  private final FrameReader reader = new FrameReader();

  @Shared(
      writers = "its event loop, when the handler is added",
      readers =
          "its event loop; the draining, the closing and the admin thread, which take the "
              + "connection from Connections.open",
      access =
          "plain; written before the connection is added to Connections.open, whose "
              + "monitor publishes it")
  private Channel channel;

  private ByteBudget budget;
  private FrameDecoder decoder;
  private Outbox outbox;
  private OpenTransactions open;
  private ConnectionLeases leases;
  private ScheduledFuture<?> handshakeTimer;
  private Credential credential;
  private Principal client;
  private Connections.ClientLoad load;

  /** The address for which the connection is counted; null once the client is known. */
  private InetAddress newcomerFrom;

  private Requests requests;
  private RequestAudit audit;
  private int inFlight;

  /** The charged bytes of a frame that waits for its next turn. */
  private long frameCharge;

  /** Whether the frame has a ping, and the number of its last ping. */
  private boolean pinged;

  private long ping;
  private boolean isAdded;

  /** Whether the first frame is read, after which frames may be longer. */
  private boolean isGreeted;

  private boolean draining;
  private boolean ending;
  private boolean sawGoodbye;

  ServerConnection(
      EncodedCalls service,
      Identification identification,
      ConnectionLimits settings,
      Connections connections) {
    this.service = service;
    this.handshake = new Handshake(identification, settings);
    this.settings = settings;
    this.connections = connections;
  }

  private FrameDecoder newDecoder(int maxBytes) {
    return new FrameDecoder(maxBytes, budget, settings.bounds().frameTimeoutMs(), this::end);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context.channel();
    budget = connections.newBudget();
    outbox =
        new Outbox(channel, new AnswerLength(settings.maxFrameBytes()), budget, this::answered);
    open =
        new OpenTransactions(service, outbox, connections, settings, budget, channel.eventLoop());
    leases = new ConnectionLeases(connections.rowLeases(), outbox, channel.eventLoop());
    decoder = newDecoder(WireProtocol.MAX_HELLO_BYTES);
    context.pipeline().addBefore(context.name(), DECODER, decoder);
    if (channel.isActive()) {
      begin();
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    begin();
    context.fireChannelActive();
  }

  private void begin() {
    if (isAdded || ending) {
      return;
    }
    isAdded = connections.add(this);
    if (!isAdded) {
      end(
          new YardmasterException(
              ErrorCode.OVERLOADED,
              "the server has at most " + settings.maxConnections() + " connections"));
      return;
    }
    try {
      countAddress();
    } catch (YardmasterException error) {
      end(error);
      return;
    }
    handshakeTimer =
        channel
            .eventLoop()
            .schedule(this::greetingIsLate, settings.handshakeTimeoutMs(), TimeUnit.MILLISECONDS);
  }

  /** Counts the connection to its address until its client is known. */
  private void countAddress() {
    if (channel.remoteAddress() instanceof InetSocketAddress remote
        && remote.getAddress() != null) {
      connections.addNewcomer(remote.getAddress());
      newcomerFrom = remote.getAddress();
    }
  }

  private void isNoNewcomer() {
    if (newcomerFrom != null) {
      connections.removeNewcomer(newcomerFrom);
      newcomerFrom = null;
    }
  }

  private void greetingIsLate() {
    if (client == null) {
      end(
          new YardmasterException(
              ErrorCode.BAD_MESSAGE,
              "the first frame must arrive within " + settings.handshakeTimeoutMs() + " ms"));
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf frame = (ByteBuf) message;
    if (ending) {
      frame.release();
      return;
    }
    reader.begin(frame);
    if (requests != null) {
      requests.arrive();
    }
    try {
      read();
      if (!isGreeted && client != null && !ending) {
        takeLongerFrames();
      }
    } catch (YardmasterException error) {
      end(error);
    }
  }

  /** Continues to read a frame, and then passes on the frames that have arrived meanwhile. */
  private void readOn() {
    try {
      if (read()) {
        decoder.resume();
        readOnlyWhatCanBeAnswered();
      }
    } catch (YardmasterException error) {
      end(error);
    } catch (Exception | OutOfMemoryError error) {
      failed(error);
    }
  }

  /**
   * Replaces the decoder by a decoder that accepts longer frames. Call this method only after the
   * first frame is read to its end, because the replaced decoder passes its remaining bytes on.
   */
  private void takeLongerFrames() {
    isGreeted = true;
    decoder = newDecoder(settings.maxFrameBytes());
    channel.pipeline().replace(DECODER, DECODER, decoder);
  }

  /**
   * Reads the frame to its end, or until the turn's maximum number of requests is reached.
   *
   * @return whether the frame is at its end
   */
  private boolean read() {
    int taken = 0;
    int field;
    while (!ending && (field = reader.nextField()) != 0) {
      if (client == null && field != ClientFrame.HELLO_FIELD_NUMBER) {
        throw new YardmasterException(
            ErrorCode.BAD_MESSAGE, "a connection must begin with hello", "field", field);
      }
      switch (field) {
        case ClientFrame.HELLO_FIELD_NUMBER -> greet(reader.message(Hello.parser()));
        case ClientFrame.REQUESTS_FIELD_NUMBER -> {
          take(reader.message(Request.parser()), bytesOf(reader.messageBytes()));
          taken++;
          if (taken >= MAX_REQUESTS_PER_TURN && pause()) {
            return false;
          }
        }
        case ClientFrame.PING_FIELD_NUMBER -> {
          // The server answers only the last ping of a frame. Answers to all pings could use an
          // unlimited amount of memory.
          ping = reader.number();
          pinged = true;
        }
        case ClientFrame.GOODBYE_FIELD_NUMBER -> {
          if (reader.flag()) {
            sawGoodbye = true;
            endIfDone();
          }
        }
        case ClientFrame.RELEASES_FIELD_NUMBER ->
            leases.release(reader.message(Release.parser()).getRequestId());
        default -> reader.skip();
      }
    }
    endFrame();
    if (pinged && !ending) {
      pong(ping);
    }
    pinged = false;
    return true;
  }

  /**
   * Lets the rest of the frame wait for its next turn.
   *
   * @return false if the budget has no room for the rest, so that the caller must read it now
   */
  private boolean pause() {
    if (!isGreeted) {
      return false; // The decoder is replaced after this frame, which is short.
    }
    if (frameCharge == 0) {
      long bytes = reader.heldBytes();
      if (!budget.charge(bytes)) {
        return false;
      }
      frameCharge = bytes;
    }
    decoder.pause();
    readOnlyWhatCanBeAnswered();
    // A task without a delay could run before the event loop polls other connections.
    var unused = channel.eventLoop().schedule(this::readOn, 0, TimeUnit.NANOSECONDS);
    return true;
  }

  private void endFrame() {
    reader.end();
    budget.release(frameCharge);
    frameCharge = 0;
  }

  private void greet(Hello hello) {
    if (client != null) {
      throw new YardmasterException(ErrorCode.BAD_MESSAGE, "hello must be sent only once");
    }
    credential = handshake.identify(hello, channel.pipeline().get(SslHandler.class));
    Principal identified = credential.principal();
    Connections.ClientLoad joined = connections.join(identified.name());
    if (!budget.joins(joined.budget())) {
      connections.leave(joined);
      throw Requests.noRoom(budget.held());
    }
    load = joined;
    client = identified;
    audit = new RequestAudit(connections.audit(), client.name(), remote());
    audit.connection("connected");
    open.belongTo(load, audit);
    isNoNewcomer();
    requests =
        new Requests(
            service,
            client,
            outbox,
            open,
            leases,
            audit,
            connections.spans(),
            connections.latencies(channel.eventLoop()));
    requests.arrive();
    handshakeTimer.cancel(false);
    channel
        .pipeline()
        .addBefore(
            DECODER,
            "idle",
            new IdleStateHandler(
                true,
                settings.idleTimeoutMs(),
                settings.idleTimeoutMs(),
                0,
                TimeUnit.MILLISECONDS));
    LOG.atDebug()
        .addKeyValue("principal", client.name())
        .addKeyValue("remote", channel.remoteAddress())
        .log("a client has connected");
    write(
        ServerFrame.newBuilder()
            .setWelcome(handshake.welcome(client, connections.leadership()))
            .build());
    if (draining) {
      announceDraining();
    }
  }

  private void take(Request request, long bytes) {
    if (request.getRequestId() == 0) {
      throw new YardmasterException(
          ErrorCode.BAD_MESSAGE, "a request's number must not be 0", "requestId", 0);
    }
    if (sawGoodbye) {
      throw new YardmasterException(
          ErrorCode.BAD_MESSAGE,
          "no request may follow goodbye",
          "requestId",
          request.getRequestId());
    }
    if (inFlight >= MAX_IN_FLIGHT_FACTOR * settings.maxInFlight()) {
      // The number of requests in a frame is not bounded, so the refusals alone could use too much
      // memory.
      throw tooMany("a connection", settings.maxInFlight());
    }
    inFlight++;
    int inFlightOfClient = load.begin();
    if (requests.abandons(request)) {
      take(request, Holding.of(budget, 0), 0);
    } else if (inFlight > settings.maxInFlight()) {
      requests.refuse(request, tooMany("a connection", settings.maxInFlight()));
    } else if (inFlightOfClient > settings.maxInFlightPerClient()) {
      requests.refuse(request, tooMany("a client", settings.maxInFlightPerClient()));
    } else if (draining && !requests.goesOn(request)) {
      requests.refuse(
          request, new YardmasterException(ErrorCode.CLOSED, "the server is about to stop"));
    } else {
      take(request, Holding.of(budget, bytes), bytes);
    }
    readOnlyWhatCanBeAnswered();
  }

  private void take(Request request, Holding held, long bytes) {
    if (held == null) {
      requests.refuse(request, Requests.noRoom(bytes));
      return;
    }
    try {
      requests.take(request, held);
    } catch (RuntimeException | Error bug) { // The server will not answer the request.
      held.close();
      answered(1);
      throw bug;
    }
  }

  /**
   * Returns the approximate memory of a request: the message, and the calls that the server makes
   * from it.
   */
  private static long bytesOf(int messageBytes) {
    return REQUEST_BYTES + 2L * messageBytes;
  }

  private static YardmasterException tooMany(String who, int limit) {
    return new YardmasterException(
        ErrorCode.OVERLOADED,
        who + " has at most " + limit + " unanswered requests",
        YardmasterException.RETRY_AFTER_MS,
        RETRY_AFTER_MS);
  }

  private void answered(int count) {
    inFlight -= count;
    if (load != null) {
      connections.endRequests(load, count);
    }
    if (requests != null) {
      requests.written();
    }
    readOnlyWhatCanBeAnswered();
    endIfDone();
  }

  /**
   * Reads from the client only if the client may send more requests, reads its answers, and has no
   * frame that waits for its next turn. At the end of the connection all bytes are read and
   * dropped.
   */
  private void readOnlyWhatCanBeAnswered() {
    boolean room =
        ending
            || (inFlight < settings.maxInFlight() && channel.isWritable() && !decoder.isPaused());
    if (channel.config().isAutoRead() != room) {
      channel.config().setAutoRead(room);
    }
  }

  private void endIfDone() {
    if (sawGoodbye && inFlight == 0 && !ending) {
      ending = true;
      // A close without this flush would drop the answers that the client has not read yet.
      var unused =
          channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> closeChannel());
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (channel.isWritable()) {
      outbox.writeLater();
    }
    readOnlyWhatCanBeAnswered();
    context.fireChannelWritabilityChanged();
  }

  private void pong(long number) {
    write(ServerFrame.newBuilder().setPong(number).build());
  }

  private void write(ServerFrame frame) {
    var unused = channel.writeAndFlush(frameBytes(frame), channel.voidPromise());
  }

  private ByteBuf frameBytes(ServerFrame frame) {
    ByteBuf bytes = channel.alloc().ioBuffer(WireProtocol.LENGTH_BYTES + frame.getSerializedSize());
    return bytes.writeInt(frame.getSerializedSize()).writeBytes(frame.toByteArray());
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent idle) {
      isIdle(idle.state());
    } else {
      context.fireUserEventTriggered(event);
    }
  }

  private void isIdle(IdleState state) {
    if (state == IdleState.WRITER_IDLE && unwrittenBytes() > 0) {
      // The client reads no answers, so the server sends no reason.
      LOG.atInfo()
          .addKeyValue("principal", client.name())
          .addKeyValue("remote", channel.remoteAddress())
          .log("a connection is closed: its client does not read its answers");
      closeChannel();
    } else if (state == IdleState.READER_IDLE && inFlight == 0 && channel.config().isAutoRead()) {
      end(
          new YardmasterException(
              ErrorCode.UNAVAILABLE,
              "nothing came for " + settings.idleTimeoutMs() + " ms: send pings"));
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
    failed(thrown);
  }

  private void failed(Throwable thrown) {
    if (thrown instanceof TooLongFrameException) {
      int limit = client == null ? WireProtocol.MAX_HELLO_BYTES : settings.maxFrameBytes();
      end(
          new YardmasterException(
              ErrorCode.MESSAGE_TOO_LARGE, "a frame may have at most " + limit + " bytes"));
    } else if (thrown instanceof DecoderException && thrown.getCause() instanceof IOException) {
      // The protocol has no message for a TLS failure.
      LOG.atInfo()
          .addKeyValue("remote", channel.remoteAddress())
          .addKeyValue("reason", thrown.getCause().getMessage())
          .log("a connection failed");
      closeChannel();
    } else if (thrown instanceof DecoderException) {
      end(new YardmasterException(ErrorCode.BAD_MESSAGE, "a frame has no valid length"));
    } else if (thrown instanceof IOException) {
      closeChannel();
    } else {
      LOG.error("a connection failed because of a bug in the server", thrown);
      closeChannel();
    }
  }

  /**
   * Sends the reason and ends the connection. The requests in flight continue without the
   * connection.
   */
  private void end(YardmasterException error) {
    if (ending) {
      return;
    }
    ending = true;
    endFrame();
    RequestAudit.ended(connections.audit(), client == null ? null : client.name(), remote(), error);
    LOG.atInfo()
        .addKeyValue("principal", client == null ? "unknown" : client.name())
        .addKeyValue("remote", channel.remoteAddress())
        .addKeyValue("code", error.code())
        .log("a connection is closed: {}", error.getMessage());
    ServerFrame frame =
        ServerFrame.newBuilder()
            .setClosing(
                Closing.newBuilder().setCode(error.code().name()).setReason(error.getMessage()))
            .build();
    if (channel.pipeline().get(DECODER) != null) {
      // Bytes of further frames must not be collected.
      channel.pipeline().remove(DECODER);
    }
    channel.config().setAutoRead(true);
    var unused = channel.writeAndFlush(frameBytes(frame), channel.voidPromise());
    // Until the channel is closed, the server reads and drops further bytes from the client,
    // because otherwise a TCP reset could overtake the reason. The close does not wait for the
    // write, because a client may never read.
    lingerThenClose();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    ending = true;
    if (handshakeTimer != null) {
      handshakeTimer.cancel(false);
    }
    try {
      open.close();
      answered(leases.close());
      outbox.write();
    } finally {
      endFrame();
      isNoNewcomer();
      if (load != null) {
        audit.connection("disconnected");
        connections.leave(load);
      }
      if (isAdded) {
        connections.remove(this);
      }
    }
    context.fireChannelInactive();
  }

  private String remote() {
    return String.valueOf(channel.remoteAddress());
  }

  private void announceDraining() {
    write(
        ServerFrame.newBuilder()
            .setClosing(
                Closing.newBuilder()
                    .setCode(ErrorCode.CLOSED.name())
                    .setReason("the server is about to stop"))
            .build());
  }

  /** Notifies the client of the cluster's leader. Any thread may call this method. */
  void announceLeadership() {
    channel
        .eventLoop()
        .execute(
            () -> {
              // Before the welcome, the client is told with the welcome.
              if (client != null && !ending) {
                write(ServerFrame.newBuilder().setLeadership(connections.leadership()).build());
              }
            });
  }

  /** Accepts no more requests, and notifies the client. Any thread may call this method. */
  void drain() {
    channel
        .eventLoop()
        .execute(
            () -> {
              if (!draining) {
                draining = true;
                if (client != null && !ending) {
                  announceDraining();
                }
              }
            });
  }

  /** Applies the present rights of the client's credential. Any thread may call this method. */
  void checkCredential() {
    channel
        .eventLoop()
        .execute(
            () -> {
              if (client != null && !ending) {
                try {
                  takeRights(credential.principal());
                } catch (YardmasterException error) {
                  end(error);
                }
              }
            });
  }

  private void takeRights(Principal now) {
    if (!now.name().equals(client.name())) {
      throw new YardmasterException(
          ErrorCode.UNAUTHENTICATED, "the credential belongs to another principal now");
    }
    client = now;
    requests.actFor(now);
  }

  private void lingerThenClose() {
    var unused = channel.eventLoop().schedule(this::closeChannel, LINGER_MS, TimeUnit.MILLISECONDS);
  }

  private void closeChannel() {
    var unused = channel.close();
  }

  /** Closes the connection. Any thread may call this method. */
  void close() {
    closeChannel();
  }

  /** Returns the bytes that wait to be written to the client. Any thread may call this method. */
  long unwrittenBytes() {
    ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
    return buffer == null ? 0 : buffer.totalPendingWriteBytes();
  }
}
