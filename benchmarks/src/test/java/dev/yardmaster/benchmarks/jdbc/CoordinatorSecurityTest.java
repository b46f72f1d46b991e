package dev.yardmaster.benchmarks.jdbc;

import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.LONG_NS;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.NONE;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.ROW;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.await;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.dropIn;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.figures;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.fill;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.heat;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.plain;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.run;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.server;
import static dev.yardmaster.benchmarks.jdbc.CoordinatedClients.sum;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.jdbc.JdbcScheduler;
import dev.yardmaster.jdbc.TransactionKeys;
import dev.yardmaster.jdbc.YardmasterDataSource;
import dev.yardmaster.jdbc.coordinator.Coordinator;
import dev.yardmaster.jdbc.coordinator.CoordinatorConfig;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.security.Grant;
import dev.yardmaster.server.security.NewToken;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Tests the credentials of clients of a coordinator, and TLS. */
@Timeout(180)
class CoordinatorSecurityTest {
  private static SSLContext trustStore;

  @TempDir private Path folder;

  private static Coordinator coordinator(String address, String tokenFile, boolean tls) {
    return new Coordinator(
        CoordinatorConfig.of(address, "bank", tokenFile, tls), SystemNanoClock.INSTANCE);
  }

  private String tokens(NewToken token, Role role) throws IOException {
    return secret("tokens", token.line(Grant.forever(new Principal("bank", Set.of(role)))));
  }

  private String secret(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(file, text + "\n").toString();
  }

  @ParameterizedTest
  @CsvSource({
    "wrong,   true,  code=UNAUTHENTICATED",
    "none,    true,  code=UNAUTHENTICATED",
    "no role, true,  code=FORBIDDEN",
    "right,   false, the coordinator has ended the connection",
  })
  void aClientThatIsRefusedGoesOnAloneWithOneWarning(String token, boolean tls, String reason)
      throws Exception {
    NewToken right = NewToken.draw(new SecureRandom());
    Role role = token.equals("no role") ? Role.WRITE : Role.LEASE;
    try (YardmasterServer server = secured(tokens(right, role));
        LoggedWarnings log = new LoggedWarnings()) {
      String file =
          switch (token) {
            case "none" -> "";
            case "wrong" -> secret("mine", NewToken.draw(new SecureRandom()).text());
            default -> secret("mine", right.text());
          };
      Coordinator refused = coordinator(securedAddress(server), file, tls);
      await(
          () -> {
            heat(refused);
            assertNull(refused.acquire(ROW, NONE, LONG_NS));
            return !log.lines().isEmpty();
          },
          () -> "nothing is logged");
      assertEquals(1, log.lines().size(), log.lines()::toString);
      String line = log.lines().get(0);
      assertTrue(line.contains("go on without the coordinator"), line);
      assertTrue(line.contains("coordinator=" + securedAddress(server)), line);
      assertTrue(line.contains(reason), line);
      assertFalse(line.contains(right.text()), line);
      assertEquals(0, refused.leased());
    }
  }

  @Test
  void aServerWithAnUnknownCertificateIsNotTrusted() throws Exception {
    try (YardmasterServer server = secured(tokens(NewToken.draw(new SecureRandom()), Role.LEASE));
        LoggedWarnings log = new LoggedWarnings()) {
      SSLContext.setDefault(trustStore);
      Coordinator one = coordinator(securedAddress(server), "", true);
      heat(one);
      assertNull(one.acquire(ROW, NONE, LONG_NS));
      await(() -> !log.lines().isEmpty(), () -> "nothing is logged");
      assertTrue(log.lines().get(0).contains("SSLHandshakeException"), log.lines()::toString);
    }
  }

  @Test
  void aDriverAndASchedulerShareTheOrderOverTlsWithAToken() throws Exception {
    NewToken token = NewToken.draw(new SecureRandom());
    String file = secret("mine", token.text());
    AtomicLong committed = new AtomicLong();
    AtomicLong stop = new AtomicLong();
    try (YardmasterServer server = secured(tokens(token, Role.LEASE));
        PostgresServer database = PostgresServer.embedded(false)) {
      fill(database);
      YardmasterDataSource driver =
          dropIn(
              database,
              securedAddress(server),
              "yardmaster.coordinator-token-file",
              file,
              "yardmaster.coordinator-tls",
              "on");
      YardmasterDataSource refused =
          dropIn(database, securedAddress(server), "yardmaster.coordinator-tls", "on");
      try (JdbcScheduler scheduler =
          JdbcScheduler.over(plain(database))
              .connections(2)
              .isolation(Connection.TRANSACTION_SERIALIZABLE)
              // The refused client does not follow the coordinator's order, so conflicts occur.
              .maxAttempts(1_000)
              .coordinator(securedAddress(server), "bank", file, true)
              .start()) {
        List<CompletableFuture<Void>> clients =
            List.of(
                run(driver, 1, committed, stop, new AtomicLong()),
                run(refused, 1, committed, stop, new AtomicLong()));
        Supplier<String> state =
            () -> figures(List.of(driver, refused)) + " " + server.leases() + " " + committed;
        AtomicLong scheduled = new AtomicLong();
        await(
            () -> {
              scheduler
                  .submit(TransactionKeys.of().write("hot", 1), CoordinatedClients::incrementOne)
                  .join();
              scheduled.incrementAndGet();
              long leased = driver.figures().orElseThrow().leased();
              return leased > 20
                  && server.leases().granted() > leased + 20
                  && refused.figures().orElseThrow().unleased() > 20;
            },
            state);
        stop.set(CoordinatedClients.STOP);
        for (CompletableFuture<Void> client : clients) {
          client.get(30, TimeUnit.SECONDS);
        }
        assertEquals(committed.get() + scheduled.get(), sum(database));
        assertEquals(0, refused.figures().orElseThrow().leased());
      }
    }
  }

  /**
   * Starts a server with TLS; this process trusts the server's certificate until the end of the
   * test.
   */
  private YardmasterServer secured(String tokens) throws Exception {
    X509Bundle certificate =
        new CertificateBuilder()
            .subject("CN=localhost")
            .addSanDnsName("localhost")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, certificate.toTrustManagerFactory().getTrustManagers(), null);
    SSLContext.setDefault(context);
    return server(
        0,
        "tls.certificate",
        Files.writeString(folder.resolve("certificate"), certificate.getCertificatePEM())
            .toString(),
        "tls.key",
        secret("key", certificate.getPrivateKeyPEM()),
        "security.tokensFile",
        tokens);
  }

  private static String securedAddress(YardmasterServer server) {
    return "localhost:" + server.address().getPort();
  }

  @BeforeAll
  static void keepTheTrustStore() throws NoSuchAlgorithmException {
    trustStore = SSLContext.getDefault();
  }

  @AfterEach
  void trustTheSameAuthoritiesAsBefore() {
    SSLContext.setDefault(trustStore);
  }

  /** Collects the warnings that the coordinators' clients log. */
  private static final class LoggedWarnings implements AutoCloseable {
    private final Logger logger = (Logger) LoggerFactory.getLogger(Coordinator.class);
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    LoggedWarnings() {
      appender.list = new CopyOnWriteArrayList<>();
      appender.start();
      logger.addAppender(appender);
    }

    List<String> lines() {
      return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Override
    public void close() {
      logger.detachAppender(appender);
    }
  }
}
