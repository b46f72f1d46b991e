package dev.yardmaster.client.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.net.InetSocketAddress;

/** Reads and writes server addresses of the form {@code HOST:PORT}. */
public final class ServerAddress {

  private static final int MAX_PORT = 65_535;

  private ServerAddress() {}

  /**
   * Parses an address. The host is not resolved; brackets around an IPv6 host are removed.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the address is malformed
   */
  public static InetSocketAddress parse(String address) {
    int colon = address.lastIndexOf(':');
    String port = address.substring(colon + 1);
    if (colon < 1 || !port.matches("[1-9][0-9]{0,4}") || Integer.parseInt(port) > MAX_PORT) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "an address is HOST:PORT", "address", address);
    }
    String host = address.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    return InetSocketAddress.createUnresolved(host, Integer.parseInt(port));
  }

  /** Returns the address as {@code HOST:PORT}, so that {@link #parse} returns an equal address. */
  static String text(InetSocketAddress address) {
    String host = address.getHostString();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }
}
