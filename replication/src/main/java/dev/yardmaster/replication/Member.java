package dev.yardmaster.replication;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A machine of the cluster, with the address at which other members reach the machine's log.
 *
 * @param name the name, which must be unique in the cluster and must never be given to another
 *     machine; 1 to 32 of the characters a-z, 0-9 and -
 * @param host a host name or an IP address
 * @param port 1 to 65,535
 */
public record Member(String name, String host, int port) {

  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,32}");

  public Member {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "member name \"" + name + "\" is not 1 to 32 of the characters a-z, 0-9 and -");
    }
    if (Objects.requireNonNull(host).isEmpty()) {
      throw new IllegalArgumentException("member " + name + " has no host");
    }
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException(
          "port " + port + " of member " + name + " is not between 1 and 65,535");
    }
  }

  /** Parses {@code name=host:port}; the host of an IPv6 address is in brackets. */
  public static Member parse(String text) {
    int equals = text.indexOf('=');
    int colon = text.lastIndexOf(':');
    if (equals < 0 || colon < equals) {
      throw new IllegalArgumentException("\"" + text + "\" is not NAME=HOST:PORT");
    }
    String host = text.substring(equals + 1, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    try {
      return new Member(
          text.substring(0, equals), host, Integer.parseInt(text.substring(colon + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("\"" + text + "\" is not NAME=HOST:PORT", e);
    }
  }
}
