package dev.yardmaster.server.config.value;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address at which a server listens, before its host name is resolved.
 *
 * @param host a host name or an IP address; an IPv6 address is given without brackets
 * @param port 0 to 65,535; 0 for any free port
 */
public record HostPort(String host, int port) {

  private static final Pattern FORM =
      Pattern.compile("(?:\\[([0-9a-fA-F:.]+)]|([0-9A-Za-z._-]+)):([0-9]{1,5})");
  private static final int MAX_PORT = 65_535;

  /** Checks host and port. */
  public HostPort {
    if (host.isEmpty() || port < 0 || port > MAX_PORT) {
      throw new IllegalArgumentException("host:port=" + host + ":" + port);
    }
  }

  /**
   * Parses {@code HOST:PORT} or {@code [IPV6]:PORT}.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static HostPort parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not HOST:PORT");
    }
    String bracketed = form.group(1);
    if (bracketed != null && !NetUtil.isValidIpV6Address(bracketed)) {
      throw new IllegalArgumentException("'" + bracketed + "' is not an IPv6 address");
    }
    return new HostPort(
        bracketed == null ? form.group(2) : bracketed, Integer.parseInt(form.group(3)));
  }

  /**
   * Returns whether only this machine can reach the address: {@code localhost} or a loopback
   * address. The method does not resolve other names, because their addresses can change.
   */
  public boolean isLoopback() {
    if (host.equals("localhost")) {
      return true;
    }
    InetAddress literal = NetUtil.createInetAddressFromIpAddressString(host);
    return literal != null && literal.isLoopbackAddress();
  }

  /** Returns the resolved address. */
  public InetSocketAddress resolve() {
    return new InetSocketAddress(host, port);
  }

  /** Returns the text that {@link #parse} accepts. */
  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
