package dev.yardmaster.benchmarks.wire;

import java.nio.file.Path;

/**
 * The address of a Yardmaster server, and the files with the credentials that the server requires.
 *
 * @param address host and port, {@code HOST:PORT}; for a cluster, the addresses of all servers,
 *     separated by commas
 * @param tokenFile a file with a bearer token; null for none
 * @param tlsTrust a file with the certificates to trust, in PEM; null for a connection without TLS
 */
public record RemoteServer(String address, Path tokenFile, Path tlsTrust) {

  private static final String LOOPBACK = "127.0.0.1:";

  /** Returns a server on this machine, without a token and without TLS. */
  public static RemoteServer onLoopback(int port) {
    return new RemoteServer(LOOPBACK + port, null, null);
  }

  /** Returns the port of the address. */
  int port() {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }
}
