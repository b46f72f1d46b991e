package dev.yardmaster.server.admin;

import dev.yardmaster.server.security.Principal;
import io.netty.util.NetUtil;
import java.net.SocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An access that needs no token, but checks the host that a request names, as a protection against
 * DNS rebinding. In such an attack, another web site makes its own name resolve to this server's
 * address, so that the browser lets the site's page read the answers. The page's requests name the
 * other site as their host. Requests that name an IP address are safe, because they do not depend
 * on DNS.
 */
final class OpenAccess implements AdminAccess {

  /** A host and optionally a port (RFC 9110, section 7.2); an IPv6 address is in brackets. */
  private static final Pattern HOST =
      Pattern.compile("(?:\\[([0-9a-fA-F:.]+)]|([0-9A-Za-z._-]+))(?::[0-9]*)?");

  private static final String LOCALHOST = "localhost";

  private final Set<String> names;

  OpenAccess(List<String> names) {
    this.names =
        names.stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public String principal(String bearerTokenOrNull, SocketAddress remote) {
    return Principal.ANONYMOUS.name();
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isHostAllowed(String hostOrNull) {
    if (hostOrNull == null) {
      return false;
    }
    Matcher host = HOST.matcher(hostOrNull);
    if (!host.matches()) {
      return false;
    }
    if (host.group(1) != null) {
      return NetUtil.isValidIpV6Address(host.group(1));
    }
    String name = host.group(2).toLowerCase(Locale.ROOT);
    return name.equals(LOCALHOST) || names.contains(name) || NetUtil.isValidIpV4Address(name);
  }
}
