package dev.yardmaster.proof.wirefuzz;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.connection.ConnectionLimits;
import dev.yardmaster.server.security.Credential;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import java.util.Set;

/** The bounds of the fuzzed connections. The bounds are small so that inputs reach the bounds. */
final class FuzzLimits {

  static final int MAX_FRAME_BYTES = 1 << 16;
  static final int MAX_IN_FLIGHT = 64;

  /** The maximum number of a frame's requests that a server accepts in one turn. */
  static final int REQUESTS_PER_TURN = 128;

  static final int MAX_OPEN = 8;
  static final int MAX_KEYS = 16;
  static final int MAX_VALUE_BYTES = 4096;
  static final int MAX_TRANSACTION_BYTES = 16 * 1024;
  static final int HANDSHAKE_MS = 2_000;
  static final int IDLE_MS = 30_000;

  /**
   * A token that only permits reads. The empty token has all permissions, and every other token is
   * rejected.
   */
  static final String READER = "reader";

  static final ConnectionLimits SETTINGS =
      new ConnectionLimits(
          "fuzzed",
          MAX_FRAME_BYTES,
          MAX_IN_FLIGHT,
          10_000,
          100,
          100,
          MAX_OPEN,
          MAX_VALUE_BYTES,
          MAX_KEYS,
          MAX_TRANSACTION_BYTES,
          HANDSHAKE_MS,
          HANDSHAKE_MS,
          IDLE_MS,
          1 << 18,
          1 << 20);

  private FuzzLimits() {}

  static boolean isKnown(String token) {
    return token.isEmpty() || token.equals(READER);
  }

  static Credential client(String token) {
    if (!isKnown(token)) {
      throw new YardmasterException(ErrorCode.UNAUTHENTICATED, "the token is not known");
    }
    return token.isEmpty()
        ? () -> new Principal("everybody", Set.of(Role.READ, Role.WRITE, Role.LEASE))
        : () -> new Principal("reader", Set.of(Role.READ));
  }
}
