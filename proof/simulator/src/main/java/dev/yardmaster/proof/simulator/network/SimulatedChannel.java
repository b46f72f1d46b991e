package dev.yardmaster.proof.simulator.network;

import io.netty.buffer.ByteBuf;
import io.netty.channel.AbstractChannel;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * One end of a simulated connection. The channel behaves like a socket of the NIO transport. The
 * channel writes while the connection's buffer has room, and reads while reading is enabled. Only a
 * read shows that the other end was closed.
 */
final class SimulatedChannel extends AbstractChannel {

  private static final ChannelMetadata METADATA = new ChannelMetadata(false);
  private static final SocketAddress ADDRESS = InetSocketAddress.createUnresolved("simulated", 1);

  private final ChannelConfig config = new DefaultChannelConfig(this);
  private Stream outgoing;
  private Stream incoming;
  private boolean open = true;
  private boolean active;
  private boolean arriving;
  private boolean vanished;

  SimulatedChannel() {
    super((Channel) null);
  }

  /** Creates the channel of one end, with the two directions of its connection. */
  void join(Stream out, Stream in) {
    outgoing = out;
    incoming = in;
  }

  /** Activates the server's end, which is connected immediately. */
  void accepted() {
    active = true;
  }

  /**
   * Completes the connection of the client's end. The network calls this method on the channel's
   * loop.
   */
  void connected(ChannelPromise promise) {
    if (!open) {
      outgoing.finish();
      incoming.abandon();
      promise.tryFailure(new ConnectException("the channel was closed"));
      return;
    }
    active = true;
    promise.trySuccess();
    pipeline().fireChannelActive();
  }

  /**
   * Fails the connection of the client's end, because no server accepts it. The network calls this
   * method on the channel's loop.
   */
  void refused(ChannelPromise promise, String why) {
    promise.tryFailure(new ConnectException(why));
    unsafe().close(voidPromise());
  }

  /** Returns whether the channel would read bytes immediately if they arrived. */
  boolean reads() {
    return active && !arriving && isRegistered() && config.isAutoRead();
  }

  /** Delivers bytes to the channel. The network calls this method on the channel's loop. */
  void arrive(byte[] bytes) {
    arriving = true;
    eventLoop()
        .execute(
            () -> {
              arriving = false;
              if (active) {
                ByteBuf buffer = alloc().ioBuffer(bytes.length).writeBytes(bytes);
                pipeline().fireChannelRead(buffer);
                pipeline().fireChannelReadComplete();
              }
            });
  }

  /**
   * Delivers the end of the stream to the channel. The network calls this method on the channel's
   * loop.
   *
   * @param reset whether the connection broke; otherwise the other end has closed the connection
   */
  void arriveEnd(boolean reset) {
    arriving = true;
    eventLoop()
        .execute(
            () -> {
              arriving = false;
              if (active) {
                if (reset) {
                  pipeline().fireExceptionCaught(new IOException("Connection reset by peer"));
                }
                unsafe().close(voidPromise());
              }
            });
  }

  /** Notifies the channel that the buffer has room again. */
  void drained() {
    if (active && isRegistered()) {
      eventLoop().execute(() -> ((SimulatedUnsafe) unsafe()).writeOn());
    }
  }

  /**
   * Releases all resources without notifying the connection's handler, because the process has
   * ended. The channel may already be closed, even if its event loop has not notified the handlers
   * yet. The network calls this method on the channel's loop.
   */
  void vanish() {
    vanished = true;
    if (pipeline().get("connection") != null) {
      pipeline().remove("connection");
    }
    if (open) {
      unsafe().close(voidPromise());
    } else {
      while (pipeline().first() != null) {
        pipeline().removeFirst();
      }
    }
  }

  boolean isClosed() {
    return !open;
  }

  /**
   * Returns whether the channel is closed and its event loop has released the resources of the
   * handlers.
   */
  boolean isReleased() {
    return !open && (vanished || !isRegistered());
  }

  private final class SimulatedUnsafe extends AbstractUnsafe {

    @Override
    public void connect(SocketAddress remote, SocketAddress local, ChannelPromise promise) {
      promise.setFailure(new UnsupportedOperationException("the network connects it"));
    }

    void writeOn() {
      flush0();
    }
  }

  @Override
  protected AbstractUnsafe newUnsafe() {
    return new SimulatedUnsafe();
  }

  @Override
  protected void doWrite(ChannelOutboundBuffer buffer) {
    for (Object next = buffer.current(); next != null; next = buffer.current()) {
      ByteBuf bytes = (ByteBuf) next;
      int length = Math.min(bytes.readableBytes(), outgoing.room());
      if (length == 0 && bytes.isReadable()) {
        return;
      }
      byte[] sent = new byte[length];
      bytes.getBytes(bytes.readerIndex(), sent);
      outgoing.send(sent);
      buffer.removeBytes(length);
      if (length == 0) {
        buffer.remove();
      }
    }
  }

  @Override
  protected void doClose() {
    open = false;
    if (active) {
      active = false;
      outgoing.finish();
      incoming.abandon();
    }
  }

  @Override
  protected boolean isCompatible(EventLoop loop) {
    return loop instanceof SimulatedLoop;
  }

  @Override
  protected SocketAddress localAddress0() {
    return ADDRESS;
  }

  @Override
  protected SocketAddress remoteAddress0() {
    return ADDRESS;
  }

  @Override
  protected void doBind(SocketAddress local) {
    throw new UnsupportedOperationException("the network listens");
  }

  @Override
  protected void doDisconnect() {
    doClose();
  }

  @Override
  protected void doBeginRead() {
    // The method does nothing, because the network itself checks whether the channel reads.
  }

  @Override
  public ChannelConfig config() {
    return config;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public boolean isActive() {
    return active;
  }

  @Override
  public ChannelMetadata metadata() {
    return METADATA;
  }
}
