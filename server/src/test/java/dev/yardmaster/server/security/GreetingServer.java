package dev.yardmaster.server.security;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.config.ServerConfig;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Sends each TLS client the client's principal or the reason of a refusal, and closes the
 * connection.
 */
final class GreetingServer implements AutoCloseable {

  private static final long HANDSHAKE_TIMEOUT_MS = 10_000;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final CompletableFuture<Throwable> handshakeFailure = new CompletableFuture<>();
  private final Authentication authentication;
  private Channel channel;

  private GreetingServer(Authentication authentication) {
    this.authentication = authentication;
  }

  static GreetingServer start(SslContext tls, ServerConfig config) {
    return start(new ConnectionTls(() -> tls, Runnable::run), config);
  }

  static GreetingServer start(ConnectionTls tls, ServerConfig config) {
    GreetingServer server =
        new GreetingServer(Authentication.of(config, System::currentTimeMillis));
    server.channel =
        new ServerBootstrap()
            .group(server.group)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel child) {
                    tls.addTo(child, HANDSHAKE_TIMEOUT_MS);
                    child.pipeline().addLast(server.new Greeting());
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .syncUninterruptibly()
            .channel();
    return server;
  }

  int port() {
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  /** Waits until a handshake fails, and returns the failure. */
  Throwable handshakeFailure() throws Exception {
    return handshakeFailure.get(20, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private final class Greeting extends ChannelInboundHandlerAdapter {

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof SslHandshakeCompletionEvent completion) {
        if (completion.isSuccess()) {
          context
              .writeAndFlush(
                  Unpooled.copiedBuffer(
                      greeting(context.pipeline().get(SslHandler.class)), StandardCharsets.UTF_8))
              .addListener(ChannelFutureListener.CLOSE);
        } else {
          handshakeFailure.complete(completion.cause());
          var unused = context.close();
        }
      }
    }

    private String greeting(SslHandler tls) {
      try {
        return "hello " + authentication.identify(null, certificate(tls)).principal().name();
      } catch (YardmasterException e) {
        return e.getMessage();
      }
    }

    private static X509Certificate certificate(SslHandler tls) {
      try {
        return (X509Certificate) tls.engine().getSession().getPeerCertificates()[0];
      } catch (SSLPeerUnverifiedException e) {
        return null;
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      var unused = context.close();
    }
  }
}
