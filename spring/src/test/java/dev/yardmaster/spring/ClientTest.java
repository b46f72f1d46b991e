package dev.yardmaster.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.spring.autoconfigure.YardmasterAutoConfiguration;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Tests the service that is the client of a real server. */
@Timeout(60)
class ClientTest {

  private static final String TOKEN = "sesame-open-for-the-orders-service";

  @TempDir private Path folder;

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(SslAutoConfiguration.class, YardmasterAutoConfiguration.class));

  private static ServerConfig.Builder config() {
    return ServerConfig.builder().set("listen", "127.0.0.1:0").set("admin.listen", "none");
  }

  private static YardmasterServer start(ServerConfig config) {
    return YardmasterServer.start(config, List.of(new Deposit()));
  }

  private static String servers(YardmasterServer server) {
    return "yardmaster.client.servers=127.0.0.1:" + server.address().getPort();
  }

  private Path file(String name, String text) throws Exception {
    Path file = folder.resolve(name);
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  @Test
  void serversSelectTheClient() {
    try (YardmasterServer server = start(config().build())) {
      application
          .withBean(Deposit.class)
          .withPropertyValues(servers(server), "spring.application.name=orders")
          .run(
              context -> {
                YardmasterClient client = context.getBean(YardmasterClient.class);
                assertEquals(5, client.call(context.getBean(Deposit.class), 5L));
              });
    }
  }

  @Test
  void theBundleAndTheTokenAreUsed() throws Exception {
    X509Bundle authority =
        new CertificateBuilder()
            .subject("CN=authority")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    X509Bundle certificate =
        new CertificateBuilder()
            .subject("CN=localhost")
            .addSanIpAddress("127.0.0.1")
            .buildIssuedBy(authority);
    String hash =
        HexFormat.of()
            .formatHex(
                MessageDigest.getInstance("SHA-256")
                    .digest(TOKEN.getBytes(StandardCharsets.UTF_8)));
    ServerConfig secured =
        config()
            .set(
                "tls.certificate",
                file("server.pem", certificate.getCertificatePathPEM()).toString())
            .set("tls.key", file("server.key", certificate.getPrivateKeyPEM()).toString())
            .set(
                "security.tokensFile",
                file("tokens", "orders read,write sha256:" + hash + "\n").toString())
            .build();
    Path trusted = file("authority.pem", authority.getCertificatePEM());
    try (YardmasterServer server = start(secured)) {
      ApplicationContextRunner client =
          application
              .withBean(Deposit.class)
              .withPropertyValues(
                  servers(server),
                  "yardmaster.client.ssl.bundle=bank",
                  "spring.ssl.bundle.pem.bank.truststore.certificate=file:" + trusted);
      client
          .withPropertyValues("yardmaster.client.token=" + TOKEN)
          .run(
              context ->
                  assertEquals(
                      5,
                      context
                          .getBean(YardmasterClient.class)
                          .call(context.getBean(Deposit.class), 5L)));
      client
          .withPropertyValues("yardmaster.client.token=another")
          .run(
              context -> {
                String failure = Failures.text(context.getStartupFailure());
                assertTrue(failure.contains("UNAUTHENTICATED"), failure);
              });
    }
  }

  @Test
  void withoutAServerTheApplicationDoesNotStart() {
    YardmasterServer server = start(config().build());
    String servers = servers(server);
    server.close();
    application
        .withPropertyValues(servers, "yardmaster.client.connect-timeout=300ms")
        .run(
            context -> {
              String failure = Failures.text(context.getStartupFailure());
              assertTrue(failure.contains("UNAVAILABLE"), failure);
            });
  }

  @Test
  void aClientNeedsServers() {
    application
        .withPropertyValues("yardmaster.mode=client")
        .run(
            context -> {
              String failure = Failures.text(context.getStartupFailure());
              assertTrue(failure.contains("a client needs an address"), failure);
            });
  }
}
