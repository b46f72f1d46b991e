package dev.yardmaster.server.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the present tokens file and the present time determine whether a credential is valid.
 */
class AuthenticationTest {

  private static final Instant END = Instant.parse("2027-01-31T00:00:00Z");
  private static final Principal ALICE = new Principal("alice", Set.of(Role.WRITE));

  private final NewToken token = NewToken.draw(new SecureRandom());
  private long nowMs = END.toEpochMilli() - 1;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void makeFile() throws IOException {
    file = folder.resolve("tokens");
    PrincipalFile.append(file, token.line(new Grant(ALICE, END)));
  }

  private Authentication authentication() {
    return Authentication.by(TokensFile.open(file), () -> nowMs);
  }

  private static void assertRefused(String reason, Runnable call) {
    YardmasterException refused = assertThrows(YardmasterException.class, call::run);
    assertEquals(ErrorCode.UNAUTHENTICATED, refused.code());
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
  }

  @Test
  void aTokenExpires() {
    Credential credential = authentication().identify(token.text(), null);
    assertEquals(ALICE, credential.principal());
    nowMs++;
    assertRefused("expired", credential::principal);
    assertRefused("expired", () -> authentication().identify(token.text(), null));
  }

  @Test
  void aDeletedLineRevokesItsToken() throws IOException {
    Authentication authentication = authentication();
    Credential credential = authentication.identify(token.text(), null);
    NewToken other = NewToken.draw(new SecureRandom());
    Files.writeString(file, other.line(Grant.forever(ALICE)) + "\n");
    assertEquals(ALICE, credential.principal());
    authentication.look();
    assertRefused("not known", credential::principal);
    assertRefused("not known", () -> authentication.identify(token.text(), null));
    assertEquals(ALICE, authentication.identify(other.text(), null).principal());
  }

  @Test
  void aCredentialTakesTheRightsOfTheFile() throws IOException {
    Authentication authentication = authentication();
    Credential credential = authentication.identify(token.text(), null);
    Principal limited = Principal.of("alice", Set.of(Role.READ), "orders", null);
    Files.writeString(file, token.line(Grant.forever(limited)) + "\n");
    authentication.look();
    assertEquals(limited, credential.principal());
    nowMs++;
    assertEquals(limited, credential.principal(), "the credential no longer expires");
  }
}
