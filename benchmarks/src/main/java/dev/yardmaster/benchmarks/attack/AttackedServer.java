package dev.yardmaster.benchmarks.attack;

import dev.yardmaster.benchmarks.process.MeasuredProcess;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.security.Grant;
import dev.yardmaster.server.security.NewToken;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import dev.yardmaster.workloads.Workloads;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;

/**
 * The main class of the attacked server, which runs in a separate process. The server has the
 * default settings, an admin server, and two principals: the well-behaved client and the attackers.
 */
public final class AttackedServer {

  private static final String CLIENT = "client";
  private static final String ATTACKER = "attacker";
  private static final String TOKENS = "tokens";
  private static final String ADMIN_PORT = "admin-port";
  private static final String CERTIFICATE = "certificate.pem";
  private static final String KEY = "key.pem";

  private AttackedServer() {}

  /**
   * Runs the server. The command-line arguments are the server's folder, whether the server uses
   * TLS, and settings as {@code name=value}.
   */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    List<String> settings = List.of(args).subList(2, args.length);
    try (YardmasterServer server = start(folder, Boolean.parseBoolean(args[1]), settings)) {
      MeasuredProcess.serveUntilParentEnds(server.address().getPort());
    }
  }

  /** Starts the server, and writes its files to a folder. */
  public static YardmasterServer start(Path folder, boolean isTls, List<String> settings)
      throws Exception {
    SecureRandom random = new SecureRandom();
    StringBuilder lines = new StringBuilder();
    for (String name : List.of(CLIENT, ATTACKER)) {
      NewToken token = NewToken.draw(random);
      secret(folder.resolve(name), token.text());
      lines
          .append(token.line(Grant.forever(new Principal(name, EnumSet.of(Role.READ, Role.WRITE)))))
          .append('\n');
    }
    ServerConfig.Builder config =
        ServerConfig.builder()
            .set("listen", "127.0.0.1:0")
            .set("admin.listen", "127.0.0.1:0")
            .set("log.level", "error")
            .set("security.tokensFile", secret(folder.resolve(TOKENS), lines.toString()));
    if (isTls) {
      X509Bundle certificate =
          new CertificateBuilder()
              .subject("CN=localhost")
              .addSanDnsName("localhost")
              .setIsCertificateAuthority(true)
              .buildSelfSigned();
      Path file = folder.resolve(CERTIFICATE);
      Files.writeString(file, certificate.getCertificatePEM());
      config
          .set("tls.certificate", file.toString())
          .set("tls.key", secret(folder.resolve(KEY), certificate.getPrivateKeyPEM()));
    }
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      config.set(parts[0], parts[1]);
    }
    YardmasterServer server =
        YardmasterServer.start(config.build(), Workloads.on(List.of()).procedures());
    Files.writeString(
        folder.resolve(ADMIN_PORT),
        Integer.toString(server.adminAddress().orElseThrow().getPort()));
    return server;
  }

  /** Writes a file that only its owner can read, and returns its path. */
  private static String secret(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(file, text).toString();
  }

  static int adminPort(Path folder) throws IOException {
    return Integer.parseInt(Files.readString(folder.resolve(ADMIN_PORT)));
  }

  /** Returns the addresses and credentials of the server that has its files in a folder. */
  public static AttackTarget target(Path folder, int port, int adminPort, boolean isTls) {
    return new AttackTarget(
        port,
        adminPort,
        folder.resolve(CLIENT),
        folder.resolve(ATTACKER),
        isTls ? folder.resolve(CERTIFICATE) : null);
  }
}
