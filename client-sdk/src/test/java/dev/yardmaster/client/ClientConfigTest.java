package dev.yardmaster.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.connection.ConnectionSettings;
import dev.yardmaster.client.testing.ManualTime;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ClientConfigTest {

  private static void assertRefused(
      String option, Object value, Consumer<ClientConfig.Builder> bad) {
    ClientConfig.Builder builder = ClientConfig.builder().address("localhost:7100");
    YardmasterException thrown =
        assertThrows(YardmasterException.class, () -> bad.accept(builder), option + "=" + value);
    assertEquals(ErrorCode.BAD_CONFIG, thrown.code());
    assertEquals(String.valueOf(value), thrown.details().get(option), thrown.getMessage());
  }

  @Test
  void eachNumberIsInItsRange() {
    assertRefused("connections", 0, builder -> builder.connections(0));
    assertRefused("connections", 10_001, builder -> builder.connections(10_001));
    assertRefused("threads", 0, builder -> builder.threads(0));
    assertRefused("threads", 65, builder -> builder.threads(65));
    assertRefused("maxOutstanding", 0, builder -> builder.maxOutstanding(0));
    assertRefused("maxOutstanding", 10_000_001, builder -> builder.maxOutstanding(10_000_001));
    assertRefused("name.length", 0, builder -> builder.name(""));
    assertRefused("name.length", 129, builder -> builder.name("x".repeat(129)));
    ClientConfig.builder().connections(10_000).threads(64).maxOutstanding(10_000_000);
    ClientConfig.builder().connections(1).threads(1).maxOutstanding(1).name("x".repeat(128));
  }

  @Test
  void eachTimeIsInItsRange() {
    for (Duration bad :
        List.of(
            Duration.ZERO,
            Duration.ofMillis(-1),
            Duration.ofNanos(999_999),
            Duration.ofHours(1).plusNanos(1),
            Duration.ofSeconds(Long.MAX_VALUE),
            Duration.ofSeconds(Long.MIN_VALUE))) {
      assertRefused("connectTimeout", bad, builder -> builder.connectTimeout(bad));
      assertRefused("pingInterval", bad, builder -> builder.pingInterval(bad));
      assertRefused("closeTimeout", bad, builder -> builder.closeTimeout(bad));
    }
    ClientConfig.builder().connectTimeout(Duration.ofMillis(1)).pingInterval(Duration.ofHours(1));
  }

  @Test
  void anAddressIsAHostAndAPort() {
    for (String bad :
        List.of("", "localhost", ":7100", "localhost:", "localhost:x", "h:65536", "h:-1", "h:0")) {
      assertRefused("address", bad, builder -> builder.address(bad));
    }
    ClientConfig config = ClientConfig.builder().address("a:1").address("[::1]:65535").build();
    assertEquals(
        List.of(
            InetSocketAddress.createUnresolved("a", 1),
            InetSocketAddress.createUnresolved("::1", 65535)),
        config.addresses);
    YardmasterException thrown =
        assertThrows(YardmasterException.class, () -> ClientConfig.builder().build());
    assertEquals(ErrorCode.BAD_CONFIG, thrown.code());
    assertTrue(thrown.getMessage().contains("address"), thrown.getMessage());
  }

  @Test
  void nothingIsNull() {
    ClientConfig.Builder builder = ClientConfig.builder();
    assertThrows(NullPointerException.class, () -> builder.address(null));
    assertThrows(NullPointerException.class, () -> builder.token(null));
    assertThrows(NullPointerException.class, () -> builder.retries(null));
    assertThrows(NullPointerException.class, () -> builder.time(null));
    assertThrows(NullPointerException.class, () -> builder.random(null));
  }

  @Test
  void theTokenIsNeverShown() {
    ClientConfig config = ClientConfig.builder().address("a:1").token("s3cret-token").build();
    assertEquals("s3cret-token", config.token);
    assertFalse(config.toString().contains("s3cret"), config.toString());
    ConnectionSettings settings =
        new ConnectionSettings("c", config.token, null, 1, 1, 1, new ManualTime());
    assertFalse(settings.toString().contains("s3cret"), settings.toString());
  }
}
