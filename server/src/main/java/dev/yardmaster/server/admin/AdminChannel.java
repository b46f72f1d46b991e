package dev.yardmaster.server.admin;

import dev.yardmaster.server.backup.BackupServer;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.timeout.IdleStateHandler;

/**
 * Sets up the handlers of a connection with their limits. If {@value #MAX_CONNECTIONS} connections
 * are open, a new connection is closed at once.
 */
final class AdminChannel extends ChannelInitializer<SocketChannel> {

  static final int MAX_LINE_BYTES = 2_048;
  static final int MAX_HEADER_BYTES = 8_192;
  static final int MAX_BODY_BYTES = 1_024;
  static final int MAX_CONNECTIONS = 128;

  private static final int CHUNK_BYTES = 1_024;

  private final SslContext tls;
  private final int idleS;
  private final AdminPages pages;
  private final AdminAccess access;
  private final BackupServer backups;
  private final ChannelGroup connections;

  AdminChannel(
      SslContext tls,
      int idleS,
      AdminPages pages,
      AdminAccess access,
      BackupServer backups,
      ChannelGroup connections) {
    this.tls = tls;
    this.idleS = idleS;
    this.pages = pages;
    this.access = access;
    this.backups = backups;
    this.connections = connections;
  }

  @Override
  protected void initChannel(SocketChannel channel) {
    if (connections.size() >= MAX_CONNECTIONS) {
      var unused = channel.close();
      return;
    }
    connections.add(channel);
    ChannelPipeline pipeline = channel.pipeline();
    // The idle handler comes before TLS, so that the idle timeout also covers a handshake that does
    // not end.
    pipeline.addLast(new IdleStateHandler(idleS, 0, 0));
    if (tls != null) {
      pipeline.addLast(tls.newHandler(channel.alloc()));
    }
    pipeline.addLast(
        new HttpServerCodec(
            new HttpDecoderConfig()
                .setMaxInitialLineLength(MAX_LINE_BYTES)
                .setMaxHeaderSize(MAX_HEADER_BYTES)
                .setMaxChunkSize(CHUNK_BYTES)));
    pipeline.addLast(new HttpServerKeepAliveHandler());
    pipeline.addLast(new BodyLimit(MAX_BODY_BYTES));
    pipeline.addLast(new AdminHandler(pages, access, backups));
  }
}
