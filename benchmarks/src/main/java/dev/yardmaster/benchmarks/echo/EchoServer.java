package dev.yardmaster.benchmarks.echo;

import dev.yardmaster.benchmarks.process.MeasuredProcess;
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
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A server on loopback that answers every message, in the order of arrival, with a message of a
 * given length.
 */
public final class EchoServer implements AutoCloseable {

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel listening;

  /** Starts a server that listens on a free port. */
  public EchoServer(EchoKind kind, int responseBytes) {
    EchoFrame response = new EchoFrame(kind, responseBytes);
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

  /** Returns the port on which the server listens. */
  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /**
   * Runs the server as a child process. The arguments are the name of the {@link EchoKind} and the
   * length of an answer.
   */
  public static void main(String[] args) throws IOException {
    try (EchoServer server = new EchoServer(EchoKind.valueOf(args[0]), Integer.parseInt(args[1]))) {
      MeasuredProcess.serveUntilParentEnds(server.port());
    }
  }

  private static final class Echo extends ChannelInboundHandlerAdapter {
    private final EchoFrame response;

    Echo(EchoFrame response) {
      this.response = response;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf request = (ByteBuf) message;
      ByteBuf answer = response.answerTo(request, context.alloc());
      request.release();
      var unused = context.write(answer, context.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }
  }
}
