package dev.yardmaster.jdbc.coordinator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * The address of a coordinator, and the credentials for it.
 *
 * @param host the name or IP address of the server
 * @param port the port of the server for clients
 * @param database the name of the database; all processes that share an order of transactions use
 *     the same name
 * @param token the bearer token; empty for none
 * @param tls whether the connection uses TLS, with the authorities of the JVM's default trust store
 */
public record CoordinatorConfig(String host, int port, String database, String token, boolean tls) {

  private static final int MAX_PORT = 65_535;

  /** Checks the port and the names. */
  public CoordinatorConfig {
    if (host.isEmpty() || port < 1 || port > MAX_PORT) {
      throw badAddress(host + ":" + port);
    }
    if (database.isEmpty()) {
      throw new IllegalArgumentException(
          "a coordinator needs the name of the database, which is the same in all processes");
    }
  }

  /**
   * Returns the configuration for an address.
   *
   * @param address {@code host:port}; an IPv6 address is in brackets
   * @param tokenFile a file whose first line is the token; empty for no token
   * @throws IllegalArgumentException if the address or the name of the database is not valid, or
   *     the file cannot be read
   */
  public static CoordinatorConfig of(
      String address, String database, String tokenFile, boolean tls) {
    int colon = address.lastIndexOf(':');
    if (colon < 1) {
      throw badAddress(address);
    }
    String host = address.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      throw badAddress(address);
    }
    int port;
    try {
      port = Integer.parseInt(address.substring(colon + 1));
    } catch (NumberFormatException e) {
      throw badAddress(address);
    }
    return new CoordinatorConfig(host, port, database, token(tokenFile), tls);
  }

  private static IllegalArgumentException badAddress(String address) {
    return new IllegalArgumentException(
        "coordinator=" + address + " must be host:port, with a port from 1 to " + MAX_PORT);
  }

  private static String token(String file) {
    if (file.isEmpty()) {
      return "";
    }
    try {
      List<String> lines = Files.readAllLines(Path.of(file), StandardCharsets.UTF_8);
      String token = lines.isEmpty() ? "" : lines.get(0).trim();
      if (token.isEmpty()) {
        throw new IllegalArgumentException("the token's file has no first line: file=" + file);
      }
      return token;
    } catch (IOException | InvalidPathException unreadable) {
      throw new IllegalArgumentException(
          "the token's file cannot be read: file=" + file, unreadable);
    }
  }

  /** Returns the address. The text does not contain the token. */
  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
