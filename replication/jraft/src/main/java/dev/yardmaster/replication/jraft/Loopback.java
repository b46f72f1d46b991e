package dev.yardmaster.replication.jraft;

import dev.yardmaster.replication.Member;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.stream.Stream;

/** The addresses that members without TLS may have, because no other machine reaches them. */
final class Loopback {

  private Loopback() {}

  /**
   * Checks that each host has loopback addresses only. Waits for the resolution of host names.
   *
   * @throws IllegalArgumentException if one does not, or is unknown
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
