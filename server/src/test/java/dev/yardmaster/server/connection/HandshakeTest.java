package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.Hello;
import dev.yardmaster.wire.schema.Welcome;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that the server accepts a client with its own version of the protocol, and sends it the
 * server's limits.
 */
class HandshakeTest {

  private static final Principal CLIENT = new Principal("orders", Set.of(Role.READ));

  private final TestSettings settings = new TestSettings();
  private final Handshake handshake =
      new Handshake((token, certificate) -> () -> CLIENT, settings.build());

  private static Hello hello(int oldest, int newest) {
    return Hello.newBuilder().setOldestVersion(oldest).setNewestVersion(newest).build();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0, 1", "-1, 0"})
  void aRangeWithTheServersVersionIsAccepted(int below, int above) {
    int oldest = Math.max(0, WireProtocol.VERSION + below);
    assertEquals(
        CLIENT, handshake.identify(hello(oldest, WireProtocol.VERSION + above), null).principal());
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 5", "-1, -1"}) // If the version is 0, -1 is sent as 4,294,967,295.
  void anotherVersionIsRefused(int above, int alsoAbove) {
    YardmasterException refused =
        assertThrows(
            YardmasterException.class,
            () ->
                handshake.identify(
                    hello(WireProtocol.VERSION + above, WireProtocol.VERSION + alsoAbove), null));
    assertEquals(ErrorCode.UNSUPPORTED_VERSION, refused.code());
  }

  @Test
  void theWelcomeHasTheLimits() {
    Welcome welcome = handshake.welcome(CLIENT, null);
    assertEquals("orders", welcome.getPrincipal());
    assertEquals(settings.maxFrameBytes, welcome.getMaxFrameBytes());
    assertEquals(settings.maxInFlight, welcome.getMaxInFlight());
    assertEquals(settings.idleTimeoutMs, welcome.getIdleTimeoutMs());
  }
}
