package dev.yardmaster.replication.jraft.network;

import com.alipay.sofa.jraft.error.ConnectionFailureException;
import com.alipay.sofa.jraft.error.InvokeTimeoutException;
import com.alipay.sofa.jraft.error.RemotingException;
import dev.yardmaster.replication.Member;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A connection that this member opens to another member. An instance is opened once and ends once;
 * afterwards {@link PeerClient} creates another instance.
 *
 * <p>Requests that arrive while the connection is being opened wait in a queue, each at most for
 * its own timeout. So the calling thread never waits for a peer that does not answer. Requests of
 * one caller are sent in order; JRaft's pipelining of appends depends on this order. The network
 * thread owns all fields that are not volatile.
 */
final class PeerConnection extends SimpleChannelInboundHandler<Frame> {

  /**
   * If a request expires, and the peer has sent nothing for this time, the connection is closed.
   */
  private static final long MAX_SILENCE_NS = TimeUnit.SECONDS.toNanos(5);

  /**
   * Receives the changes of a connection; {@link PeerClient} implements it. The network thread
   * calls the methods.
   */
  interface Listener {

    /** The connection is open. */
    void opened();

    /** A frame has arrived, so the peer accepts this member. */
    void answered();

    /** The connection has ended or could not be opened. It accepts no further requests. */
    void ended(PeerConnection connection, Throwable cause);
  }

  private enum State {
    OPENING,
    OPEN,
    ENDED
  }

  private final MemberNetwork network;
  private final Member peer;
  private final Listener listener;

  private final Queue<Call> waiting = new ArrayDeque<>();
  private final Map<Long, Call> sent = new HashMap<>();
  private State state = State.OPENING;
  private Throwable endedBy;
  private long waitingBytes;
  private long lastNumber;

  /**
   * The time at which the first request after the peer's last frame was sent; 0 if no request was
   * sent since then.
   */
  private long unansweredSinceNs;

  /**
   * The open channel; null while the connection is being opened. Only the network thread writes
   * this field.
   */
  private volatile Channel channel;

  PeerConnection(MemberNetwork network, Member peer, Listener listener) {
    this.network = network;
    this.peer = peer;
    this.listener = listener;
  }

  /** Begins to open the connection; does not wait. Any thread may call this method, once. */
  void open() {
    var unused =
        network
            .resolve(peer.host())
            .whenComplete(
                (address, failure) -> {
                  if (failure == null) {
                    connect(address);
                  } else {
                    end(failure);
                  }
                });
  }

  /** Returns whether the connection is open. Any thread may call this method. */
  boolean isOpen() {
    Channel now = channel;
    return now != null && now.isActive();
  }

  /** Returns whether the connection is being opened, or is open and has few unwritten bytes. */
  boolean takesRequests() {
    Channel now = channel;
    return now == null || now.isWritable();
  }

  /** Sends a request at once, or when the connection is open. Any thread may call this method. */
  void send(Call call, long timeoutMs) {
    try {
      network.loop().execute(() -> sendNow(call, timeoutMs));
    } catch (RejectedExecutionException e) {
      call.fail(new RemotingException("the member is closed", e));
    }
  }

  /** Ends the connection. Any thread may call this method. */
  void close(String reason) {
    try {
      network.loop().execute(() -> end(new RemotingException(reason)));
    } catch (RejectedExecutionException e) {
      // The network thread has ended, so all connections have ended too.
    }
  }

  private void connect(InetAddress address) {
    if (state == State.ENDED) {
      return;
    }
    ChannelFuture connecting =
        new Bootstrap()
            .group(network.loop())
            .channel(NioSocketChannel.class)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, MemberNetwork.CONNECT_TIMEOUT_MS)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.SO_KEEPALIVE, true)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel created) {
                    network.initConnecting(created, peer.host(), peer.port(), PeerConnection.this);
                  }
                })
            .connect(new InetSocketAddress(address, peer.port()));
    connecting.addListener(
        done -> {
          if (!done.isSuccess()) {
            end(done.cause());
          } else {
            connected(connecting.channel());
          }
        });
  }

  private void connected(Channel created) {
    SslHandler tls = created.pipeline().get(SslHandler.class);
    if (tls == null) {
      opened(created);
      return;
    }
    tls.handshakeFuture()
        .addListener(
            (Future<Channel> done) -> {
              if (done.isSuccess()) {
                opened(created);
              } else {
                var unused = created.close();
                end(done.cause());
              }
            });
  }

  private void opened(Channel created) {
    if (state == State.ENDED) {
      var unused = created.close();
      return;
    }
    state = State.OPEN;
    channel = created;
    listener.opened();
    waitingBytes = 0;
    // If a write fails, the connection ends at once, and the queue becomes empty.
    while (!waiting.isEmpty()) {
      write(waiting.remove());
    }
    created.flush();
  }

  private void sendNow(Call call, long timeoutMs) {
    if (state == State.ENDED || waitingBytes > MemberNetwork.MAX_WAITING_BYTES) {
      call.fail(new ConnectionFailureException("no connection to " + peer, endedBy));
      return;
    }
    call.expiresBy(
        network.loop().schedule(() -> expire(call, timeoutMs), timeoutMs, TimeUnit.MILLISECONDS));
    if (state == State.OPENING) {
      waiting.add(call);
      waitingBytes += call.frame().readableBytes();
    } else {
      write(call);
      channel.flush();
    }
  }

  private void write(Call call) {
    lastNumber++;
    Frame.setNumber(call.frame(), lastNumber);
    sent.put(lastNumber, call);
    if (unansweredSinceNs == 0) {
      unansweredSinceNs = System.nanoTime();
    }
    var unused = channel.write(call.frame(), channel.voidPromise());
  }

  private void expire(Call call, long timeoutMs) {
    if (waiting.remove(call)) {
      waitingBytes -= call.frame().readableBytes();
    }
    sent.values().remove(call);
    call.fail(new InvokeTimeoutException("no answer of " + peer + " within " + timeoutMs + " ms"));
    if (unansweredSinceNs != 0 && System.nanoTime() - unansweredSinceNs > MAX_SILENCE_NS) {
      end(new RemotingException(peer + " is silent"));
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Frame frame) {
    if (frame.type().isRequest()) {
      throw new CorruptedFrameException(frame.type() + " instead of a response");
    }
    unansweredSinceNs = 0;
    listener.answered();
    Call call = sent.remove(frame.number());
    // The call is null if the request expired before its response arrived.
    if (call != null) {
      call.succeed(frame.message());
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    end(new ConnectionFailureException(peer + " has closed the connection"));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    end(cause);
    var unused = context.close();
  }

  private void end(Throwable cause) {
    if (state == State.ENDED) {
      return;
    }
    state = State.ENDED;
    endedBy = cause;
    listener.ended(this, cause);
    if (channel != null) {
      var unused = channel.close();
    }
    List<Call> unfinished = new ArrayList<>(waiting);
    unfinished.addAll(sent.values());
    waiting.clear();
    sent.clear();
    for (Call call : unfinished) {
      call.fail(new ConnectionFailureException("no connection to " + peer, cause));
    }
  }
}
