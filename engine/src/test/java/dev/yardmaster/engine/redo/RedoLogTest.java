package dev.yardmaster.engine.redo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.disk.FileDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedoLogTest {

  /** Three commits arrive before the log's thread runs. */
  @ParameterizedTest
  @CsvSource({"true, '1, 1, 1'", "false, '1, 2, 3'"})
  void commitsShareAForceOnlyWithGroupCommit(
      boolean groupCommit, String forces, @TempDir Path directory) throws Exception {
    List<Throwable> failures = new ArrayList<>();
    List<String> forcesAtEnd = new ArrayList<>();
    try (DataDirectory data =
        DataDirectory.open(
            directory,
            FileDisk::open,
            1 << 20,
            1 << 16,
            (write, version) -> {},
            (bytes, of) -> {},
            () -> 0)) {
      CommitLog commits = data.log();
      Forcing forcing = groupCommit ? Forcing.groups() : Forcing.eachCommit();
      RedoLog log = new RedoLog(commits, 0, forcing, failures::add);
      for (int i = 1; i <= 3; i++) {
        RedoRecord record = new RedoRecord(i, 1);
        record.add(Key.of("rows", i), new byte[8]);
        assertEquals(i, log.append(record));
        log.tell(
            new Acknowledgement() {
              @Override
              public void onDisk() {
                forcesAtEnd.add(String.valueOf(commits.size().forces()));
              }

              @Override
              public void lost(Throwable why) {
                failures.add(why);
              }
            });
      }
      log.end();
      log.run();
    }
    assertEquals(List.of(), failures);
    assertEquals(forces, String.join(", ", forcesAtEnd));
  }
}
