package dev.yardmaster.benchmarks.wire;

import java.nio.file.Path;

/**
 * Where a ServerLauncher server is, and what it wants to see.
 *
 * @param address host and port, {@code HOST:PORT}
 * @param tokenFile a file with a bearer token; null for none
 * @param tlsTrust a file with the certificates to trust, in PEM; null for a connection without TLS
 */
public record RemoteServer(String address, Path tokenFile, Path tlsTrust) {

  private static final String LOOPBACK = "127.0.0.1:";

  /** One on this machine, with neither tokens nor TLS. */
  public static RemoteServer onLoopback(int port) {
    return new RemoteServer(LOOPBACK + port, null, null);
  }

  /** The port of the address. */
  int port() {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }
}
