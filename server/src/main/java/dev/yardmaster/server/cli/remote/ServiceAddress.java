package dev.yardmaster.server.cli.remote;

import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that name a running service, and the connection of a client to that service. */
public final class ServiceAddress {

  @Option(
      names = "--server",
      paramLabel = "HOST:PORT",
      split = ",",
      defaultValue = "127.0.0.1:7400",
      description =
          "The address for clients of the server; of a cluster, the addresses of its servers.")
  private List<String> addresses;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "A file with the bearer token of a principal that may write, if the server needs a token."
              + " Default: send no token.")
  private Path tokenFile;

  @Option(
      names = "--tls-trust",
      paramLabel = "FILE",
      description = "Certificates, in PEM, that authenticate the server. Default: no TLS.")
  private Path tlsTrust;

  /** Returns the addresses, separated by commas. */
  public String addresses() {
    return String.join(",", addresses);
  }

  /**
   * Connects a client.
   *
   * @param name the client's name in the servers' logs
   * @throws IOException if a file of the options cannot be read
   */
  public YardmasterClient connect(String name) throws IOException {
    ClientConfig.Builder config = ClientConfig.builder().name(name);
    addresses.forEach(config::address);
    if (tokenFile != null) {
      config.token(TokenFile.read(tokenFile));
    }
    if (tlsTrust != null) {
      config.tls(SslContextBuilder.forClient().trustManager(tlsTrust.toFile()).build());
    }
    return YardmasterClient.connect(config.build());
  }
}
