package dev.yardmaster.benchmarks.echo;

import dev.yardmaster.benchmarks.wire.ChildProcess;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** Answers every message with one of a fixed length, in order, on loopback. */
public final class EchoServer implements AutoCloseable {

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel listening;

  /**
   * Listens on a free port.
   *
   * @param responseBytes length of an answer on the wire, its prefix included
   */
  public EchoServer(int responseBytes) {
    ByteBuf response = EchoFrame.of(responseBytes);
    listening =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel.pipeline().addLast(EchoFrame.decoder(), new Echo(response));
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .syncUninterruptibly()
            .channel();
  }

  /** Where it listens. */
  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** Runs as a child process, with the answers' length. */
  public static void main(String[] args) throws IOException {
    try (EchoServer server = new EchoServer(Integer.parseInt(args[0]))) {
      ChildProcess.serveUntilParentEnds(server.port());
    }
  }

  private static final class Echo extends ChannelInboundHandlerAdapter {
    private final ByteBuf response;

    Echo(ByteBuf response) {
      this.response = response;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
      var unused = context.write(response.duplicate(), context.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }
  }
}
