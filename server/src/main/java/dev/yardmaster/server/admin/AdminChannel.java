package dev.yardmaster.server.admin;

import dev.yardmaster.server.security.ConnectionTls;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import java.util.Map;

/** Sets up the handlers of a connection with their limits. */
final class AdminChannel extends ChannelInitializer<SocketChannel> {

  static final int MAX_BODY_BYTES = 1_024;

  private final ConnectionTls tls;
  private final AdminDeadlines deadlines;
  private final AdminPages pages;
  private final AdminAccess access;
  private final Map<String, AdminOperation> operations;
  private final AdminConnections connections;

  AdminChannel(
      ConnectionTls tls,
      AdminDeadlines deadlines,
      AdminPages pages,
      AdminAccess access,
      Map<String, AdminOperation> operations,
      AdminConnections connections) {
    this.tls = tls;
    this.deadlines = deadlines;
    this.pages = pages;
    this.access = access;
    this.operations = operations;
    this.connections = connections;
  }

  @Override
  protected void initChannel(SocketChannel channel) {
    ChannelPipeline pipeline = channel.pipeline();
    RequestDeadline deadline = new RequestDeadline(deadlines, connections);
    pipeline.addLast(deadline);
    if (tls != null) {
      tls.addTo(channel, deadlines.requestMs());
    }
    RequestDecoder decoder = new RequestDecoder();
    pipeline.addLast(decoder);
    pipeline.addLast(new HttpResponseEncoder());
    pipeline.addLast(new HttpServerKeepAliveHandler());
    pipeline.addLast(new BodyLimit(MAX_BODY_BYTES));
    pipeline.addLast(new AdminHandler(pages, access, operations, deadline, decoder));
  }
}
