package dev.yardmaster.replication.jraft.network;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs a warning when a member closes a connection because of an error of the other side. There is
 * at most one warning in 10 s for each remote host, because a member with a wrong certificate tries
 * to connect many times a second. Only the network thread calls the method.
 */
final class RefusalLog {

  private static final Logger LOGGER = LoggerFactory.getLogger(RefusalLog.class);
  private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(10);
  private static final int MAX_HOSTS = 64;

  /** The time of the last warning for each host, in ns; the oldest warning is first. */
  private final Map<String, Long> warnedNs = new LinkedHashMap<>();

  void refused(SocketAddress remote, Throwable cause) {
    String host =
        remote instanceof InetSocketAddress address
            ? address.getAddress().getHostAddress()
            : String.valueOf(remote);
    long nowNs = System.nanoTime();
    Long lastNs = warnedNs.get(host);
    if (lastNs != null && nowNs - lastNs < PAUSE_NS) {
      LOGGER.debug("Closed the connection of {}: {}", remote, cause.toString());
      return;
    }
    LOGGER.warn("Closed the connection of {}: {}", remote, cause.toString());
    warnedNs.remove(host);
    warnedNs.put(host, nowNs);
    if (warnedNs.size() > MAX_HOSTS) {
      warnedNs.remove(warnedNs.keySet().iterator().next());
    }
  }
}
