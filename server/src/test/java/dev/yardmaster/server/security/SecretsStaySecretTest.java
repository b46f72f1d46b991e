package dev.yardmaster.server.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.logging.LoggedText;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Provokes failures that involve secrets, and checks every log line and error for the secrets. */
class SecretsStaySecretTest {

  private static final Principal ALICE = new Principal("alice", Set.of(Role.WRITE));
  private static final String PASSWORD = "correct-horse-battery";

  private final NewToken token = NewToken.draw(new SecureRandom());
  private final NewToken wrong = NewToken.draw(new SecureRandom());
  private final StringWriter seen = new StringWriter();
  private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private Level levelBefore;

  @TempDir private Path folder;

  @BeforeEach
  void listen() {
    levelBefore = root.getLevel();
    root.setLevel(Level.TRACE);
    log.start();
    root.addAppender(log);
  }

  @AfterEach
  void stopListening() {
    root.detachAppender(log);
    root.setLevel(levelBefore);
  }

  private void fails(Executable what) {
    RuntimeException thrown = assertThrows(RuntimeException.class, what);
    thrown.printStackTrace(new PrintWriter(seen, true));
  }

  private String everything() {
    for (ILoggingEvent event : log.list) {
      seen.write(LoggedText.of(event));
    }
    return seen.toString();
  }

  private void assertNoSecretIn(String text) {
    for (NewToken secret : new NewToken[] {token, wrong}) {
      assertFalse(text.contains(secret.text()));
      assertFalse(text.contains(TokenHash.of(secret.text()).format().substring(7)));
    }
    assertFalse(text.contains(PASSWORD));
  }

  @Test
  void noLogLineAndNoErrorHasASecret() throws Exception {
    Path file = folder.resolve("tokens");
    PrincipalFile.append(file, token.line(Grant.forever(ALICE)));
    TokensFile tokens = TokensFile.open(file);
    Authentication authentication = Authentication.by(tokens, () -> 0);
    assertEquals(ALICE, authentication.identify(token.text(), null).principal());
    seen.write(tokens.toString());

    fails(() -> authentication.identify(wrong.text(), null));
    fails(() -> authentication.identify(token.text() + "x".repeat(10_000), null));
    fails(() -> authentication.identify("\u0000" + token.text(), null));
    fails(() -> authentication.identify(null, null));

    // The server reads the file again, first with the secret in place of the hash, then with a
    // truncated hash.
    for (String line :
        new String[] {
          "alice read " + token.text(),
          "alice read sha256:" + token.text(),
          "alice " + token.text() + " certificate",
          token.line(Grant.forever(ALICE)).replaceAll(".$", "")
        }) {
      Files.writeString(file, line + "\n");
      authentication.look();
      assertEquals(ALICE, authentication.identify(token.text(), null).principal());
      fails(() -> TokensFile.open(file));
    }
    assertTrue(log.list.size() >= 4, "the server must log the refusals");

    Pki pki = new Pki(folder, "authority");
    X509Bundle server = pki.issue(pki.server());
    ServerConfig.Builder tls = pki.configure(server).set("tls.keyPassword", PASSWORD);
    fails(() -> TlsContexts.read(tls.build(), Instant.now()));
    Path yaml =
        Files.writeString(folder.resolve("bad.yaml"), "tls: {keyPassword: [" + PASSWORD + "]}");
    fails(() -> ServerConfig.load(Optional.of(yaml), Map.of(), Map.of()));

    String text = everything();
    assertNoSecretIn(text);
    String key = server.getPrivateKeyPEM().lines().skip(1).findFirst().orElseThrow();
    assertFalse(text.contains(key));
  }

  @Test
  void theLookWouldSeeASecret() {
    LoggerFactory.getLogger("x").atTrace().addKeyValue("token", token.text()).log("line");
    assertThrows(AssertionError.class, () -> assertNoSecretIn(everything()));
  }

  @Test
  void whoIsUnknownLearnsNothing() {
    Authentication authentication = Authentication.by(TokensFile.open(writeTokens()), () -> 0);
    for (String shown : new String[] {wrong.text(), "x", "x".repeat(600), "alice", " "}) {
      YardmasterException refused =
          assertThrows(YardmasterException.class, () -> authentication.identify(shown, null));
      assertEquals(ErrorCode.UNAUTHENTICATED, refused.code());
      assertEquals("UNAUTHENTICATED: the token is not known", refused.getMessage());
    }
    assertEquals(
        Principal.ANONYMOUS, Authentication.off().identify(wrong.text(), null).principal());
    assertFalse(Authentication.off().isOn());
  }

  private Path writeTokens() {
    Path file = folder.resolve("tokens");
    try {
      PrincipalFile.append(file, token.line(Grant.forever(ALICE)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  /**
   * Checks the implementation of the comparison, because a test cannot measure the time of a
   * comparison reliably.
   */
  @Test
  void hashesAreComparedInConstantTime() throws IOException {
    try (InputStream bytecode = TokenHash.class.getResourceAsStream("TokenHash.class")) {
      String names = new String(bytecode.readAllBytes(), StandardCharsets.ISO_8859_1);
      assertTrue(names.contains("isEqual"));
      assertFalse(names.contains("java/util/Arrays"));
    }
    TokenHash hash = TokenHash.of(token.text());
    assertTrue(hash.matches(TokenHash.parse(hash.format())));
    assertFalse(hash.matches(TokenHash.of(wrong.text())));
  }
}
