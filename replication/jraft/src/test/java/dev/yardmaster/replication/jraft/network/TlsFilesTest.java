package dev.yardmaster.replication.jraft.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.yardmaster.replication.MemberTls;
import io.netty.handler.ssl.SslContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests certificates that are replaced while a member runs. */
class TlsFilesTest {

  @TempDir Path folder;

  private long seconds = 1_000_000_000;

  @Test
  void filesThatHaveNotChangedAreReadOnce() throws Exception {
    TlsFiles files = new TlsFiles(new Authority("cluster").issue(folder));

    assertSame(files.accepting(), files.accepting());
    assertSame(files.connecting(), files.connecting());
  }

  @Test
  void changedFilesAreReadAgainAndBadOnesAreNotUsed() throws Exception {
    Authority authority = new Authority("cluster");
    MemberTls issued = authority.issue(folder);
    change(issued);
    TlsFiles files = new TlsFiles(issued);
    SslContext first = files.accepting();
    try (WarningLog log = new WarningLog(TlsFiles.class)) {
      Files.writeString(issued.privateKey(), "no key");
      change(issued);
      assertSame(first, files.accepting());
      assertSame(first, files.accepting());
      assertEquals(1, log.warnings().size(), log.warnings()::toString);

      authority.issue(folder);
      change(issued);
      assertNotSame(first, files.accepting());
      assertEquals(1, log.warnings().size(), log.warnings()::toString);
    }
  }

  /**
   * Gives a file a modification time that differs from all earlier ones, however fast the test
   * runs.
   */
  private void change(MemberTls issued) throws Exception {
    seconds++;
    Files.setLastModifiedTime(issued.privateKey(), FileTime.from(seconds, TimeUnit.SECONDS));
  }
}
