package dev.yardmaster.replication.jraft.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.alipay.sofa.jraft.entity.PeerId;
import dev.yardmaster.replication.Member;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeersTest {

  @ParameterizedTest
  @ValueSource(strings = {"db1.example", "10.0.0.1", "::1", "fe80::1%eth0"})
  void aMemberIsWrittenAndReadAsAPeer(String host) {
    Member member = new Member("n-1", host, 65_535);

    PeerId read = PeerId.parsePeer(Peers.peer(member).toString());

    assertEquals(Peers.peer(member), read);
    assertEquals(List.of(member), Peers.members(Peers.configuration(List.of(member))));
    assertEquals(member, Peers.member(read.getEndpoint()));
  }
}
