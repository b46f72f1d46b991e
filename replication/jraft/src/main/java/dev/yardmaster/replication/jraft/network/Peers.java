package dev.yardmaster.replication.jraft.network;

import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.util.Endpoint;
import dev.yardmaster.replication.Member;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Converts members to JRaft's peers, and back. The host of a peer is {@code name@host}. So each
 * configuration in the log and in snapshots contains the names of the members, and a new member
 * learns the names from there. A colon in an IPv6 address is written as a semicolon, because JRaft
 * splits peers at colons.
 */
public final class Peers {

  private Peers() {}

  public static PeerId peer(Member member) {
    return new PeerId(member.name() + "@" + member.host().replace(':', ';'), member.port());
  }

  public static Member member(PeerId peer) {
    return member(peer.getEndpoint());
  }

  static Member member(Endpoint endpoint) {
    String[] nameAndHost = endpoint.getIp().split("@", 2);
    return new Member(nameAndHost[0], nameAndHost[1].replace(';', ':'), endpoint.getPort());
  }

  public static Configuration configuration(Collection<Member> members) {
    return new Configuration(members.stream().map(Peers::peer).toList());
  }

  /** Returns the members of a configuration, in the order of their names. */
  public static List<Member> members(Configuration configuration) {
    return configuration.listPeers().stream()
        .map(Peers::member)
        .sorted(Comparator.comparing(Member::name))
        .toList();
  }
}
