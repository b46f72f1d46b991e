package dev.yardmaster.server.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokensTest {

  private static final String HASH =
      "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

  private static Tokens parse(String... lines) {
    return Tokens.parse("tokens", List.of(lines));
  }

  @Test
  void findsThePrincipalOfAToken() {
    Tokens tokens =
        parse("# who may do what", "", "  alice\tread,write " + HASH, "bob admin certificate");
    assertEquals(
        Optional.of(new Principal("alice", Set.of(Role.READ, Role.WRITE))),
        tokens.ofToken(TokenHash.of("test")).map(Grant::principal));
    assertEquals(Optional.empty(), tokens.ofToken(TokenHash.of("Test")).map(Grant::principal));
    assertEquals(Optional.empty(), tokens.ofToken(TokenHash.of(HASH)).map(Grant::principal));
    assertEquals(
        Optional.of(new Principal("bob", Set.of(Role.ADMIN))),
        tokens.ofCertificate("bob").map(Grant::principal));
    assertEquals(Optional.empty(), tokens.ofCertificate("alice").map(Grant::principal));
    assertEquals(2, tokens.size());
  }

  @Test
  void aPrincipalMayHaveSeveralTokens() {
    NewToken first = NewToken.draw(new SecureRandom());
    NewToken second = NewToken.draw(new SecureRandom());
    assertNotEquals(first.text(), second.text());
    assertEquals(43, first.text().length());
    Principal alice = new Principal("alice", Set.of(Role.READ));
    Tokens tokens =
        parse(
            first.line(Grant.forever(alice)),
            second.line(Grant.forever(alice)),
            NewToken.certificateLine(Grant.forever(alice)));
    assertEquals(
        Optional.of(alice), tokens.ofToken(TokenHash.of(first.text())).map(Grant::principal));
    assertEquals(
        Optional.of(alice), tokens.ofToken(TokenHash.of(second.text())).map(Grant::principal));
    assertEquals(Optional.of(alice), tokens.ofCertificate("alice").map(Grant::principal));
    assertEquals(1, tokens.size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alice read",
        "alice read my-plain-secret",
        "alice read my-plain-secret and more",
        "alice read sha256:my-plain-secret",
        "alice read sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a0",
        "alice read SHA256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "alice all my-plain-secret",
        "alice read, certificate",
        "alice read,read certificate",
        "al!ce read certificate",
        "carol read " + HASH,
        "carol write certificate",
        "carol read certificate tables=orders",
        "alice read certificate tables=",
        "alice read certificate tables=orders,,stock",
        "alice read certificate tables=or*ders",
        "alice read certificate tables=orders tables=stock",
        "alice read certificate until=2027-01-31",
        "alice read certificate secret=yes",
        "alice read,admin certificate tables=orders",
        "alice write,admin certificate procedures=pay",
      })
  void refusesLinesByNumberWithoutShowingThem(String line) {
    YardmasterException refused =
        assertThrows(
            YardmasterException.class,
            () -> parse("# first", "dave read " + HASH, "carol read certificate", line));
    assertEquals(ErrorCode.BAD_CONFIG, refused.code());
    assertEquals("4", refused.details().get("line"));
    assertFalse(refused.getMessage().contains("secret"), refused.getMessage());
    assertFalse(refused.getMessage().contains("9f86"), refused.getMessage());
    assertNull(refused.getCause());
  }

  @Test
  void aLineMayLimitTablesProceduresAndTime() {
    Tokens tokens =
        parse(
            "alice write "
                + HASH
                + " until=2027-01-31T00:00:00Z tables=orders,stock.* procedures=pay",
            "bob write certificate tables=orders",
            "carol write certificate procedures=report.*");
    Grant alice = tokens.ofToken(TokenHash.of("test")).orElseThrow();
    assertEquals(Instant.parse("2027-01-31T00:00:00Z"), alice.until());
    NamePatterns tables = alice.principal().tables();
    assertTrue(tables.contains("orders"));
    assertTrue(tables.contains("stock."));
    assertTrue(tables.contains("stock.europe"));
    assertFalse(tables.contains("stock"));
    assertFalse(tables.contains("orders2"));
    assertFalse(tables.contains("order"));
    assertEquals(new NamePatterns(List.of("pay")), alice.principal().procedures());
    Principal bob = tokens.ofCertificate("bob").orElseThrow().principal();
    assertEquals(NamePatterns.NONE, bob.procedures(), "a procedure could use other tables");
    Grant carol = tokens.ofCertificate("carol").orElseThrow();
    assertEquals(NamePatterns.ALL, carol.principal().tables());
    assertTrue(carol.principal().procedures().contains("report.daily"));
    assertEquals(Grant.FOREVER, carol.until());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "certificate",
        "certificate tables=orders",
        "certificate procedures=pay,report.*",
        "certificate tables=orders procedures=* until=2027-01-31T00:00:00Z",
      })
  void aGrantIsWrittenAsItIsRead(String rest) {
    Tokens tokens = parse("alice read,write " + rest);
    Grant grant = tokens.ofCertificate("alice").orElseThrow();
    assertEquals("alice read,write " + rest, NewToken.certificateLine(grant));
  }

  @Test
  void showsNoSecret() {
    NewToken token = NewToken.draw(new SecureRandom());
    Principal alice = new Principal("alice", Set.of(Role.READ));
    String shown =
        token + " " + TokenHash.of(token.text()) + " " + parse(token.line(Grant.forever(alice)));
    assertFalse(shown.contains(token.text()));
    assertFalse(shown.contains(TokenHash.of(token.text()).format().substring(7)));
    assertFalse(token.line(Grant.forever(alice)).contains(token.text()));
  }

  @Test
  void rolesIncludeWhatTheySay() {
    Principal writer = new Principal("w", Set.of(Role.WRITE));
    assertTrue(writer.may(Role.READ));
    assertTrue(writer.may(Role.WRITE));
    assertFalse(writer.may(Role.ADMIN));
    Principal admin = new Principal("a", Set.of(Role.ADMIN));
    assertTrue(admin.may(Role.ADMIN));
    assertFalse(admin.may(Role.READ));
    assertFalse(admin.may(Role.WRITE));
    assertFalse(new Principal("r", Set.of(Role.READ)).may(Role.WRITE));
    assertTrue(Principal.ANONYMOUS.may(Role.ADMIN));
  }
}
