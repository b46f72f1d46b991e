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
import dev.yardmaster.wire.schema.Hello;
import dev.yardmaster.wire.schema.Release;
import dev.yardmaster.wire.schema.Request;
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
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state machine of one client's connection. The class is long, because it contains all states.
 * The connection waits for the client's first frame ({@link Newcomer}, {@link Handshake}), accepts
 * requests ({@link ConnectedClient}), and closes. {@link FrameTurns} reads its frames. The
 * connection's event loop owns the state. Other threads may call only the methods whose Javadoc
 * allows any thread.
 */
final class ServerConnection extends ChannelInboundHandlerAdapter implements FrameTurns.Fields {

  /** The reason that a draining server gives when it refuses requests. */
  static final String STOPS = "the server is about to stop";

  private static final Logger LOG = LoggerFactory.getLogger(ServerConnection.class);

  /**
   * The time for which the connection stays open after the server has sent the reason for the end,
   * in ms.
   */
  private static final int LINGER_MS = 1_000;

  private final EncodedCalls service;
  private final Handshake handshake;
  private final ConnectionLimits settings;
  private final Connections connections;

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
  private FrameTurns frames;
  private ControlFrames control;
  private Outbox outbox;
  private OpenTransactions open;
  private ConnectionLeases leases;

  /** Null before the connection begins. */
  private Newcomer newcomer;

  /** The client; null before the first frame. */
  private ConnectedClient client;

  /** Whether the frame has a ping, and the number of its last ping. */
  private boolean pinged;

  private long ping;
  private boolean isAdded;
  private boolean draining;
  private boolean ending;

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

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context.channel();
    budget = connections.newBudget();
    outbox =
        new Outbox(channel, new AnswerLength(settings.maxFrameBytes()), budget, this::answered);
    open =
        new OpenTransactions(service, outbox, connections, settings, budget, channel.eventLoop());
    leases = new ConnectionLeases(connections.rowLeases(), outbox, channel.eventLoop());
    control = new ControlFrames(channel);
    frames =
        new FrameTurns(
            context, budget, settings.bounds().frameTimeoutMs(), this, this::readOn, this::end);
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
      newcomer =
          new Newcomer(channel, connections, settings.handshakeTimeoutMs(), this::greetingIsLate);
    } catch (YardmasterException error) {
      end(error);
    }
  }

  private void greetingIsLate() {
    end(
        new YardmasterException(
            ErrorCode.BAD_MESSAGE,
            "the first frame must arrive within " + settings.handshakeTimeoutMs() + " ms"));
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf frame = (ByteBuf) message;
    if (ending) {
      frame.release();
      return;
    }
    frames.begin(frame);
    if (client != null) {
      client.arrive();
    }
    try {
      read();
      if (client != null && !ending) {
        frames.acceptLonger(settings.maxFrameBytes());
      }
    } catch (YardmasterException error) {
      end(error);
    }
  }

  /**
   * Continues to read a frame, and then passes on the frames that have arrived since the previous
   * turn.
   */
  private void readOn() {
    try {
      if (read()) {
        frames.resume();
        readOnlyWhatCanBeAnswered();
      }
    } catch (YardmasterException error) {
      end(error);
    } catch (Exception | Error error) { // The connection must not stay paused.
      failed(error);
    }
  }

  /** Reads the frame in this turn, and returns whether the frame is at its end. */
  private boolean read() {
    if (!frames.read()) {
      readOnlyWhatCanBeAnswered();
      return false;
    }
    if (pinged && !ending) {
      control.pong(ping);
    }
    pinged = false;
    return true;
  }

  @Override
  public boolean isEnding() {
    return ending;
  }

  @Override
  public boolean read(int field, FrameReader from) {
    if (client == null && field != ClientFrame.HELLO_FIELD_NUMBER) {
      throw new YardmasterException(
          ErrorCode.BAD_MESSAGE, "a connection must begin with hello", "field", field);
    }
    switch (field) {
      case ClientFrame.HELLO_FIELD_NUMBER -> greet(from.message(Hello.parser()));
      case ClientFrame.REQUESTS_FIELD_NUMBER -> {
        client.take(from.message(Request.parser()), from.messageBytes(), draining);
        readOnlyWhatCanBeAnswered();
        return true;
      }
      case ClientFrame.PING_FIELD_NUMBER -> {
        // The server answers only the last ping of a frame. Answers to all pings could use an
        // unlimited amount of memory.
        ping = from.number();
        pinged = true;
      }
      case ClientFrame.GOODBYE_FIELD_NUMBER -> {
        if (from.flag()) {
          client.saysGoodbye();
          endIfDone();
        }
      }
      case ClientFrame.RELEASES_FIELD_NUMBER ->
          leases.release(from.message(Release.parser()).getRequestId());
      default -> from.skip();
    }
    return false;
  }

  private void greet(Hello hello) {
    if (client != null) {
      throw new YardmasterException(ErrorCode.BAD_MESSAGE, "hello must be sent only once");
    }
    Credential credential = handshake.identify(hello, channel.pipeline().get(SslHandler.class));
    Principal principal = credential.principal();
    RequestAudit audit = new RequestAudit(connections.audit(), principal.name(), remote());
    Requests requests =
        new Requests(
            service,
            principal,
            outbox,
            open,
            leases,
            audit,
            connections.spans(),
            connections.latencies(channel.eventLoop()));
    ClientLoads clients = connections.clients();
    ClientLoads.ClientLoad load = clients.join(principal.name());
    if (!budget.joins(load.budget())) {
      clients.leave(load);
      throw Requests.noRoom(budget.held());
    }
    audit.connection("connected");
    open.belongTo(load, audit);
    newcomer.end();
    client =
        new ConnectedClient(
            credential, principal.name(), clients, load, audit, requests, settings, budget);
    client.arrive();
    channel
        .pipeline()
        .addBefore(
            FrameTurns.DECODER,
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
    control.welcome(handshake.welcome(principal, connections.leadership()));
    if (draining) {
      announceDraining();
    }
  }

  private void answered(int count) {
    if (client != null) {
      client.answered(count);
    }
    readOnlyWhatCanBeAnswered();
    endIfDone();
  }

  /**
   * Enables reading from the client only if the client may send more requests, if it reads its
   * answers, and if no frame waits for its next turn. While the connection ends, all bytes are read
   * and dropped.
   */
  private void readOnlyWhatCanBeAnswered() {
    boolean room =
        ending
            || ((client == null || client.hasRoom()) && channel.isWritable() && !frames.isPaused());
    if (channel.config().isAutoRead() != room) {
      channel.config().setAutoRead(room);
    }
  }

  private void endIfDone() {
    if (client != null && client.isDone() && !ending) {
      ending = true;
      // Without this flush, the close would drop the answers that are not yet written.
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
    } else if (state == IdleState.READER_IDLE && client.isIdle() && channel.config().isAutoRead()) {
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
    frames.end();
    RequestAudit.ended(connections.audit(), client == null ? null : client.name(), remote(), error);
    LOG.atInfo()
        .addKeyValue("principal", client == null ? "unknown" : client.name())
        .addKeyValue("remote", channel.remoteAddress())
        .addKeyValue("code", error.code())
        .log("a connection is closed: {}", error.getMessage());
    frames.removeDecoder(); // Bytes of further frames must not be collected.
    channel.config().setAutoRead(true);
    control.closing(error.code(), error.getMessage());
    // Until the channel is closed, the server reads and drops further bytes from the client. If
    // unread bytes remained at the close, a TCP reset could reach the client before the reason. The
    // close does not wait for the write, because a client may never read.
    lingerThenClose();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    ending = true;
    try {
      open.close();
      answered(leases.close());
      outbox.write();
    } finally {
      frames.end();
      if (newcomer != null) {
        newcomer.end();
      }
      if (client != null) {
        client.leave();
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
    control.closing(ErrorCode.CLOSED, STOPS);
  }

  /** Notifies the client of the cluster's leader. Any thread may call this method. */
  void announceLeadership() {
    channel
        .eventLoop()
        .execute(
            () -> {
              // A client without a welcome learns the leader from the welcome.
              if (client != null && !ending) {
                control.leadership(connections.leadership());
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

  /**
   * Checks the client's credential again, and applies its present rights. Any thread may call this
   * method.
   */
  void checkCredential() {
    channel
        .eventLoop()
        .execute(
            () -> {
              if (client != null && !ending) {
                try {
                  client.checkCredential();
                } catch (YardmasterException error) {
                  end(error);
                }
              }
            });
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
