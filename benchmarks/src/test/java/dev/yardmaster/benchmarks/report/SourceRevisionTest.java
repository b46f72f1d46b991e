package dev.yardmaster.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceRevisionTest {

  @TempDir private Path folder;

  @Test
  void aFolderOutsideOfTheProjectHasNoCommit() throws Exception {
    SourceRevision unknown = new SourceRevision("unknown", Optional.empty());
    assertEquals(unknown, SourceRevision.of(folder));
    assumeTrue(isGitInstalled(), "git is not installed");
    git("init", "-q");
    commit();
    assertEquals(unknown, SourceRevision.of(folder), "another project's checkout");
  }

  @Test
  void aChangedSourceIsAChange() throws Exception {
    assumeTrue(isGitInstalled(), "git is not installed");
    Path source =
        folder.resolve(
            "benchmarks/src/main/java/dev/yardmaster/benchmarks/report/SourceRevision.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "class SourceRevision {}");
    Path classes = Files.createDirectories(folder.resolve("benchmarks/target/classes"));
    git("init", "-q");
    git("add", ".");
    commit();
    SourceRevision clean = SourceRevision.of(classes);
    assertTrue(clean.commit().matches("[0-9a-f]{40}"), clean.commit());
    assertEquals(Optional.of(false), clean.changed());

    Files.writeString(folder.resolve("notes.txt"), "A note is not a source.");
    assertEquals(clean, SourceRevision.of(classes));
    Files.writeString(source, "class SourceRevision { int changed; }");
    SourceRevision changed = SourceRevision.of(classes);
    assertEquals(new SourceRevision(clean.commit(), Optional.of(true)), changed);
    assertEquals(clean.commit() + ", with changed sources", changed.toString());
    Files.writeString(source, "class SourceRevision {}");
    Files.writeString(source.resolveSibling("New.java"), "class New {}");
    assertEquals(Optional.of(true), SourceRevision.of(classes).changed(), "a new source");
  }

  private static boolean isGitInstalled() {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(path -> Files.isExecutable(Path.of(path, "git")));
  }

  private void commit() throws IOException, InterruptedException {
    git("-c", "user.name=A", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "One");
  }

  private void git(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Process git = new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start();
    try {
      assertTrue(git.waitFor(30, TimeUnit.SECONDS), "git did not end: " + command);
      assertEquals(0, git.exitValue(), command.toString());
    } finally {
      git.destroyForcibly();
    }
  }
}
