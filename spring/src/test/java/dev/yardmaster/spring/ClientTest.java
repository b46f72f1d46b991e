package dev.yardmaster.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.spring.autoconfigure.YardmasterAutoConfiguration;
import dev.yardmaster.spring.autoconfigure.YardmasterHealthAutoConfiguration;
import dev.yardmaster.spring.autoconfigure.YardmasterMetricsAutoConfiguration;
import dev.yardmaster.spring.guide.GuideText;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
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

  /**
   * Starts a server with TLS and a token. The file {@code authority.pem} contains the authority of
   * the server's certificate.
   */
  private YardmasterServer startSecured() throws Exception {
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
    var unused = file("authority.pem", authority.getCertificatePEM());
    return start(secured);
  }

  private String trusted() {
    return "file:" + folder.resolve("authority.pem");
  }

  @Test
  void theBundleAndTheTokenAreUsed() throws Exception {
    try (YardmasterServer server = startSecured()) {
      ApplicationContextRunner client =
          application
              .withBean(Deposit.class)
              .withPropertyValues(
                  servers(server),
                  "yardmaster.client.ssl.bundle=bank",
                  "spring.ssl.bundle.pem.bank.truststore.certificate=" + trusted());
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

  /** Nobody listens at the first address. */
  @Test
  void thePropertiesOfTheGuideConnect() throws Exception {
    Properties guide = GuideText.properties("client");
    try (YardmasterServer server = startSecured()) {
      assertEquals(
          "db1.example.org:7400,db2.example.org:7400",
          guide.put(
              "yardmaster.client.servers", "127.0.0.1:1,127.0.0.1:" + server.address().getPort()));
      assertEquals(
          "file:authority.pem",
          guide.put("spring.ssl.bundle.pem.bank.truststore.certificate", trusted()));
      application
          .withBean(Deposit.class)
          .withPropertyValues("BANK_TOKEN=" + TOKEN)
          .withPropertyValues(
              guide.entrySet().stream()
                  .map(each -> each.getKey() + "=" + each.getValue())
                  .toArray(String[]::new))
          .run(
              context -> {
                YardmasterClient client = context.getBean(YardmasterClient.class);
                assertEquals(5, client.call(context.getBean(Deposit.class), 5L));
              });
    }
  }

  /** The server's certificate has a key on an elliptic curve. */
  @Test
  void theCiphersAndProtocolsOfTheBundleAreUsed() throws Exception {
    try (YardmasterServer server = startSecured()) {
      ApplicationContextRunner client =
          application.withPropertyValues(
              servers(server),
              "yardmaster.client.token=" + TOKEN,
              "yardmaster.client.connect-timeout=1s",
              "yardmaster.client.ssl.bundle=bank",
              "spring.ssl.bundle.pem.bank.truststore.certificate=" + trusted(),
              "spring.ssl.bundle.pem.bank.options.enabled-protocols=TLSv1.2");
      String ciphers = "spring.ssl.bundle.pem.bank.options.ciphers=";
      client
          .withPropertyValues(ciphers + "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384")
          .run(context -> assertEquals(1, context.getBean(YardmasterClient.class).connections()));
      client
          .withPropertyValues(ciphers + "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384")
          .run(
              context -> {
                String failure = Failures.text(context.getStartupFailure());
                assertTrue(failure.contains("handshake_failure"), failure);
              });
      client
          .withPropertyValues(
              ciphers + "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", // This one needs TLS 1.2.
              "spring.ssl.bundle.pem.bank.options.enabled-protocols=TLSv1.3")
          .run(context -> assertNotNull(context.getStartupFailure()));
    }
  }

  @Test
  void anApplicationMayHaveTwoClients() {
    YardmasterServer stock = start(config().build());
    try (YardmasterServer orders = start(config().build())) {
      application
          .withConfiguration(
              AutoConfigurations.of(
                  YardmasterHealthAutoConfiguration.class,
                  YardmasterMetricsAutoConfiguration.class))
          .withBean(Deposit.class)
          .withBean("orders", YardmasterClient.class, () -> connect(orders))
          .withBean("stock", YardmasterClient.class, () -> connect(stock))
          .run(
              context -> {
                assertNull(context.getStartupFailure());
                Deposit deposit = context.getBean(Deposit.class);
                YardmasterClient first = context.getBean("orders", YardmasterClient.class);
                YardmasterClient second = context.getBean("stock", YardmasterClient.class);
                assertEquals(5, first.call(deposit, 5L));
                assertEquals(7, second.call(deposit, 7L));
                var health =
                    context.getBean(
                        "yardmasterHealthContributor", CompositeHealthContributor.class);
                stock.close();
                assertEquals(Status.UP, status(health, "orders"));
                awaitUnavailable(second);
                assertEquals(Status.DOWN, status(health, "stock"));
              });
    } finally {
      stock.close();
    }
  }

  private static YardmasterClient connect(YardmasterServer server) {
    return YardmasterClient.connect(
        ClientConfig.builder().address("127.0.0.1:" + server.address().getPort()).build());
  }

  private static Status status(CompositeHealthContributor health, String client) {
    return ((HealthIndicator) health.getContributor(client)).health().getStatus();
  }

  /**
   * Waits until a client has lost its connection and cannot open another one. Until then, the
   * client reports the reason that the stopping server has sent.
   */
  private static void awaitUnavailable(YardmasterClient client) {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (client.refusal().filter(why -> why.code() == ErrorCode.UNAVAILABLE).isEmpty()) {
      assertTrue(System.nanoTime() - deadlineNs < 0, "the client is still connected");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
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
