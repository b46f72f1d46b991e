package dev.yardmaster.client.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import java.net.InetSocketAddress;

/** Adds a connection to its channel, behind the TLS handler if the client uses TLS. */
final class ConnectionInitializer extends ChannelInitializer<Channel> {

  private final ConnectionSettings settings;
  private final InetSocketAddress to;
  private final ClientConnection connection;

  ConnectionInitializer(
      ConnectionSettings settings, InetSocketAddress to, ClientConnection connection) {
    this.settings = settings;
    this.to = to;
    this.connection = connection;
  }

  @Override
  protected void initChannel(Channel channel) {
    if (settings.tls() != null) {
      channel
          .pipeline()
          .addLast(settings.tls().newHandler(channel.alloc(), to.getHostString(), to.getPort()));
    }
    channel.pipeline().addLast("connection", connection);
  }
}
