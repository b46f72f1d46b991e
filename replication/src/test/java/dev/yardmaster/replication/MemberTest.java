package dev.yardmaster.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemberTest {

  private static final Member N1 = new Member("n1", "db1.example", 7001);
  private static final Member N2 = new Member("n2", "db2.example", 7001);

  @ParameterizedTest
  @CsvSource({
    "n1=db1.example:7001, db1.example, 7001",
    "n1=10.0.0.1:65535, 10.0.0.1, 65535",
    "n1=[::1]:1, ::1, 1"
  })
  void isParsed(String text, String host, int port) {
    assertEquals(new Member("n1", host, port), Member.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "n1",
        "n1=host",
        "n1=host:",
        "n1=host:x",
        "n1=host:0",
        "n1=host:65536",
        "n1=:7001",
        "N1=host:7001",
        "=host:7001",
        "host:7=001"
      })
  void badTextIsRefusedAndNamed(String text) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Member.parse(text));
    assertTrue(refused.getMessage().matches(".*(NAME=HOST:PORT|member|port).*"));
  }

  @Test
  void settingsAreChecked() {
    Duration timeout = Duration.ofSeconds(1);
    refused("not one of the members", N1, List.of(N2), timeout, 1);
    refused("have one name", N1, List.of(N1, new Member("n1", "other", 1)), timeout, 1);
    refused("election timeout of 99 ms", N1, List.of(N1), Duration.ofMillis(99), 1);
    refused("election timeout of 60001 ms", N1, List.of(N1), Duration.ofMillis(60_001), 1);
    refused("maximum of 0 bytes", N1, List.of(N1), timeout, 0);
    refused("maximum of 33554433 bytes", N1, List.of(N1), timeout, (32 << 20) + 1);
  }

  private static void refused(
      String message, Member self, List<Member> members, Duration timeout, int maxEntryBytes) {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> new MemberSettings(self, members, Path.of("data"), timeout, maxEntryBytes));
    assertTrue(refused.getMessage().contains(message), refused.getMessage());
  }
}
