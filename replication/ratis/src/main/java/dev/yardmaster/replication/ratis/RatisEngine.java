package dev.yardmaster.replication.ratis;

import dev.yardmaster.replication.LogSettings;
import dev.yardmaster.replication.Replica;
import dev.yardmaster.replication.ReplicatedLog;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import org.apache.ratis.util.ExitUtils;

/** Starts members of a log with Apache Ratis. */
public final class RatisEngine implements ReplicatedLog.Engine {

  static {
    // Ratis would end the process if a port is in use.
    ExitUtils.disableSystemExit();
  }

  @Override
  public ReplicatedLog start(LogSettings settings, Replica replica) throws IOException {
    Files.createDirectories(settings.folder());
    // Ratis reads the whole log before it tries to listen.
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(settings.self().host(), settings.self().port()));
    }
    return RatisLog.start(settings, replica);
  }
}
