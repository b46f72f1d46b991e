package dev.yardmaster.replication.jraft;

import dev.yardmaster.replication.Member;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.stream.Stream;

/**
 * Checks for loopback addresses. Members without TLS must have loopback addresses, so that no other
 * machine can reach the members.
 */
final class Loopback {

  private Loopback() {}

  /**
   * Checks that each member's host has only loopback addresses. Waits for the resolution of host
   * names.
   *
   * @throws IllegalArgumentException if a host has another address, or is unknown
   */
  static void require(Collection<Member> members) {
    for (Member member : members) {
      if (!isLoopback(member.host())) {
        throw new IllegalArgumentException(
            "host \""
                + member.host()
                + "\" of member "
                + member.name()
                + " is not a loopback address; members of other machines need TLS");
      }
    }
  }

  private static boolean isLoopback(String host) {
    try {
      return Stream.of(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
