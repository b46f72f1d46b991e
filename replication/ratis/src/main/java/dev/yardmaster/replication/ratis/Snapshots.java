package dev.yardmaster.replication.ratis;

import dev.yardmaster.replication.Replica;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.statemachine.SnapshotRetentionPolicy;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.impl.FileListSnapshotInfo;
import org.apache.ratis.util.FileUtils;

/**
 * The snapshots on disk, one folder each, whose name is the term and the index of the last entry. A
 * folder gets its name when all its files are complete. Ratis installs a leader's snapshot in place
 * of all others, and adds to each file one with the suffix {@code .md5}; so no replica may use this
 * suffix.
 */
final class Snapshots implements StateMachineStorage {

  private static final Pattern NAME = Pattern.compile("snapshot\\.(\\d+)\\.(\\d+)");
  private static final String CHECKSUM = ".md5";

  private Path folder;
  private Path unfinished;
  private volatile SnapshotInfo latest;

  @Override
  public void init(RaftStorage storage) {
    folder = storage.getStorageDir().getStateMachineDir().toPath();
    unfinished = storage.getStorageDir().getTmpDir().toPath().resolve("save");
  }

  /** Looks for the last snapshot, after a start or after one of a leader was installed. */
  void find() throws IOException {
    TermIndex last = null;
    for (Path path : list(folder)) {
      TermIndex found = parse(path);
      if (found != null && (last == null || found.compareTo(last) > 0)) {
        last = found;
      }
    }
    if (last != null) {
      for (Path file : files(path(last))) {
        if (file.toString().endsWith(CHECKSUM)) {
          Files.delete(file);
        }
      }
    }
    latest = last == null ? null : info(last);
  }

  @Override
  public SnapshotInfo getLatestSnapshot() {
    return latest;
  }

  /** The folder of the last snapshot. */
  Path latestFolder() {
    return path(latest.getTermIndex());
  }

  /** Lets the replica write a snapshot, forces it to disk and deletes older ones. */
  void save(TermIndex last, Replica replica) throws IOException {
    FileUtils.deleteFully(unfinished);
    Files.createDirectories(unfinished);
    replica.save(unfinished);
    for (Path path : files(unfinished)) {
      force(path);
      force(path.getParent());
    }
    Files.createDirectories(folder);
    Files.move(unfinished, path(last), StandardCopyOption.ATOMIC_MOVE);
    force(folder);
    latest = info(last);
    for (Path path : list(folder)) {
      TermIndex older = parse(path);
      if (older != null && older.compareTo(last) < 0) {
        FileUtils.deleteFully(path);
      }
    }
  }

  private Path path(TermIndex last) {
    return folder.resolve("snapshot." + last.getTerm() + "." + last.getIndex());
  }

  private static TermIndex parse(Path path) {
    Matcher name = NAME.matcher(path.getFileName().toString());
    return name.matches()
        ? TermIndex.valueOf(Long.parseLong(name.group(1)), Long.parseLong(name.group(2)))
        : null;
  }

  private SnapshotInfo info(TermIndex last) throws IOException {
    List<FileInfo> files = new ArrayList<>();
    for (Path file : files(path(last))) {
      files.add(new FileInfo(file, null));
    }
    return new FileListSnapshotInfo(files, last);
  }

  private static List<Path> list(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.list(folder)) {
      return paths.toList();
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).sorted(Comparator.naturalOrder()).toList();
    }
  }

  private static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public void format() {}

  @Override
  public void cleanupOldSnapshots(SnapshotRetentionPolicy policy) {}
}
