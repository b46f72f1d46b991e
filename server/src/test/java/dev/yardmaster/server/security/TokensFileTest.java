package dev.yardmaster.server.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.YardmasterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokensFileTest {

  private static final Principal ALICE = new Principal("alice", Set.of(Role.WRITE));
  private static final Principal BOB = new Principal("bob", Set.of(Role.READ));

  private final NewToken alices = NewToken.draw(new SecureRandom());
  private final NewToken bobs = NewToken.draw(new SecureRandom());

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void makeFile() throws IOException {
    file = folder.resolve("tokens");
    PrincipalFile.append(file, alices.line(Grant.forever(ALICE)));
  }

  private TokensFile open() {
    return TokensFile.open(file);
  }

  @Test
  void aNewFileIsItsOwnersAlone() throws IOException {
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw-----w-", "rw--w----"})
  void refusesAFileThatTooManyCanUse(String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    YardmasterException refused = assertThrows(YardmasterException.class, this::open);
    assertTrue(refused.getMessage().contains("chmod 600"), refused.getMessage());
    assertEquals(permissions, refused.details().get("permissions"));
  }

  @Test
  void aGroupMayReadIt() throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
    assertEquals(1, open().current().size());
  }

  @Test
  void refusesAMissingFile() throws IOException {
    Files.delete(file);
    YardmasterException refused = assertThrows(YardmasterException.class, this::open);
    assertTrue(refused.getMessage().contains("no such file"), refused.getMessage());
  }

  @Test
  void takesWhatChangedAtTheNextLook() throws IOException {
    TokensFile tokens = open();
    PrincipalFile.append(file, bobs.line(Grant.forever(BOB)));
    assertEquals(
        Optional.empty(),
        tokens.current().ofToken(TokenHash.of(bobs.text())).map(Grant::principal));
    tokens.look();
    assertEquals(
        Optional.of(BOB),
        tokens.current().ofToken(TokenHash.of(bobs.text())).map(Grant::principal));
    assertEquals(
        Optional.of(ALICE),
        tokens.current().ofToken(TokenHash.of(alices.text())).map(Grant::principal));

    Files.writeString(file, bobs.line(Grant.forever(BOB)) + "\n");
    tokens.look();
    assertEquals(
        Optional.empty(),
        tokens.current().ofToken(TokenHash.of(alices.text())).map(Grant::principal));
  }

  @Test
  void whatCannotBeTakenLeavesWhatWas() throws IOException {
    TokensFile tokens = open();
    Files.writeString(file, "half a li");
    tokens.look();
    assertEquals(
        Optional.of(ALICE),
        tokens.current().ofToken(TokenHash.of(alices.text())).map(Grant::principal));
    Files.delete(file);
    tokens.look();
    assertEquals(
        Optional.of(ALICE),
        tokens.current().ofToken(TokenHash.of(alices.text())).map(Grant::principal));
    PrincipalFile.append(file, bobs.line(Grant.forever(BOB)));
    tokens.look();
    assertEquals(
        Optional.of(BOB),
        tokens.current().ofToken(TokenHash.of(bobs.text())).map(Grant::principal));
    assertEquals(
        Optional.empty(),
        tokens.current().ofToken(TokenHash.of(alices.text())).map(Grant::principal));
  }

  @Test
  void aFileThatIsBeingWrittenIsNotUsed() throws IOException {
    TokensFile tokens = open();
    String line = bobs.line(Grant.forever(Principal.of("bob", Set.of(Role.READ), "orders", null)));
    assertTrue(line.endsWith(" tables=orders"));
    // A prefix of this line would be a valid line that grants more rights.
    Files.writeString(file, line.substring(0, line.indexOf(" tables=")));
    tokens.look();
    assertEquals(Optional.empty(), tokens.current().ofToken(TokenHash.of(bobs.text())));
    assertTrue(tokens.problem().orElseThrow().contains("line break"));
    Files.writeString(file, "");
    tokens.look();
    assertEquals(1, tokens.current().size());
    Files.writeString(file, "# nobody\n");
    tokens.look();
    assertEquals(1, tokens.current().size());
    assertTrue(tokens.problem().orElseThrow().contains("no principal"));
    Files.writeString(file, line + "\n");
    tokens.look();
    assertTrue(tokens.current().ofToken(TokenHash.of(bobs.text())).isPresent());
    assertEquals(Optional.empty(), tokens.problem());
  }

  /** The permissions are not a part of the file's stamp. */
  @Test
  void aFileWhosePermissionsAreMendedIsTaken() throws IOException {
    TokensFile tokens = open();
    Files.writeString(file, bobs.line(Grant.forever(BOB)) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    tokens.look();
    assertTrue(tokens.problem().orElseThrow().contains("chmod 600"));
    assertTrue(tokens.current().ofToken(TokenHash.of(alices.text())).isPresent());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    tokens.look();
    assertEquals(Optional.empty(), tokens.problem());
    assertTrue(tokens.current().ofToken(TokenHash.of(alices.text())).isEmpty());
  }

  @Test
  void aFileThatComesBackUnchangedEndsTheWarning() throws IOException {
    TokensFile tokens = open();
    Path away = folder.resolve("away");
    Files.move(file, away);
    tokens.look();
    assertTrue(tokens.problem().isPresent());
    Files.move(away, file);
    tokens.look();
    assertEquals(Optional.empty(), tokens.problem());
  }

  @Test
  void appendsNothingToABadFile() throws IOException {
    assertThrows(
        YardmasterException.class,
        () ->
            PrincipalFile.append(
                file, bobs.line(Grant.forever(new Principal("alice", Set.of(Role.READ))))));
    assertEquals(alices.line(Grant.forever(ALICE)) + "\n", Files.readString(file));
    Files.writeString(file, alices.line(Grant.forever(ALICE)));
    PrincipalFile.append(file, bobs.line(Grant.forever(BOB)));
    assertEquals(
        alices.line(Grant.forever(ALICE)) + "\n" + bobs.line(Grant.forever(BOB)) + "\n",
        Files.readString(file));
  }
}
