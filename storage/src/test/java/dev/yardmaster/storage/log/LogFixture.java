package dev.yardmaster.storage.log;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.GroupFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A data directory, with helper methods that several tests share. */
public final class LogFixture {

  public static final long SEGMENT_BYTES = 1 << 16;

  /**
   * The recovered contents of a directory: the highest version of each key with its value, or with
   * null for a deletion.
   */
  public static final class RecoveredData implements Recovery.KeyValueSink {
    public final Map<Key, Long> versions = new TreeMap<>();
    public final Map<Key, byte[]> values = new HashMap<>();

    @Override
    public void entry(Key key, byte[] value, long version) {
      if (version > versions.getOrDefault(key, 0L)) {
        versions.put(key, version);
        values.put(key, value);
      }
    }

    /** Returns the live keys with their values, as text. */
    public Map<String, String> live() {
      Map<String, String> live = new TreeMap<>();
      values.forEach(
          (key, value) -> {
            if (value != null) {
              live.put(key.toString(), new String(value, StandardCharsets.UTF_8));
            }
          });
      return live;
    }
  }

  private LogFixture() {}

  public static Key key(int number) {
    return Key.of("notes", number);
  }

  public static byte[] bytes(String value) {
    return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns a write set for alternating keys and values. A null value deletes the key. */
  public static WriteSet writes(Object... keysAndValues) {
    WriteSet writes = new WriteSet();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      Key key = (Key) keysAndValues[i];
      writes.write(writes.add(key, 0), bytes((String) keysAndValues[i + 1]));
    }
    return writes;
  }

  public static Recovered recover(Path directory, Recovery.Sink sink) throws IOException {
    try (FileDisk disk = FileDisk.open(directory)) {
      return Recovery.run(disk, sink, (read, of) -> {});
    }
  }

  /** Recovers the directory, and starts a log after the recovered part. */
  public static CommitLog begin(Disk disk) throws IOException {
    return CommitLog.begin(
        disk,
        SEGMENT_BYTES,
        (int) SEGMENT_BYTES,
        Recovery.run(disk, new RecoveredData(), (read, of) -> {}),
        () -> 0);
  }

  /** Writes one group with one transaction to the log, and forces the log. */
  public static void commit(CommitLog log, long version, Object... keysAndValues)
      throws IOException {
    log.append(1000 + version, version, writes(keysAndValues));
    log.write();
    log.force();
  }

  /**
   * Restores a segment to its state before the log was closed, as after a crash. Returns the bytes
   * of the segment.
   */
  public static byte[] asAfterACrash(Path segment) throws IOException {
    byte[] closed = Files.readAllBytes(segment);
    byte[] cut = Arrays.copyOf(closed, closed.length - GroupFormat.BLOCK_BYTES);
    Files.write(segment, cut);
    return cut;
  }

  public static List<Path> segments(Path directory) throws IOException {
    return files(directory, "log-");
  }

  public static List<Path> files(Path directory, String prefix) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return new ArrayList<>(
          files.filter(file -> file.getFileName().toString().startsWith(prefix)).sorted().toList());
    }
  }

  /** Returns the hash of each file's contents, by the file's name. */
  public static Map<String, Integer> hashes(Path directory) throws IOException {
    Map<String, Integer> hashes = new TreeMap<>();
    for (Path file : files(directory, "")) {
      // The lock file and the epoch file are omitted, because each start of a service changes them.
      if (!file.endsWith("lock") && Fence.epoch(file.getFileName().toString()) < 0) {
        hashes.put(file.getFileName().toString(), Arrays.hashCode(Files.readAllBytes(file)));
      }
    }
    return hashes;
  }
}
