package dev.yardmaster.benchmarks.attack;

import dev.yardmaster.benchmarks.wire.RemoteServer;
import java.nio.file.Path;

/**
 * A server to attack.
 *
 * @param port the port for clients, on the loopback address
 * @param adminPort the port of the admin server
 * @param clientToken a file with the token of the well-behaved client
 * @param attackerToken a file with the attackers' token
 * @param trust a file with the server's certificate; null if the server has no TLS
 */
public record AttackTarget(
    int port, int adminPort, Path clientToken, Path attackerToken, Path trust) {

  /** Returns the address for the well-behaved client. */
  RemoteServer forClient() {
    String host = trust == null ? "127.0.0.1:" : "localhost:";
    return new RemoteServer(host + port, clientToken, trust);
  }

  /** Returns the same server, but with attackers that use the token of the well-behaved client. */
  AttackTarget withSharedPrincipal() {
    return new AttackTarget(port, adminPort, clientToken, clientToken, trust);
  }
}
