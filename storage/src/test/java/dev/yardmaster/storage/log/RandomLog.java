package dev.yardmaster.storage.log;

import static dev.yardmaster.storage.log.LogFixture.bytes;
import static dev.yardmaster.storage.log.LogFixture.key;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.CheckpointWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Makes random commits in a data directory, and stores the expected state at each version. A group
 * has one to three transactions, values differ in length, and versions have gaps. Each checkpoint
 * lacks the entries that were overwritten while it was being written. No segment is removed.
 */
public final class RandomLog implements AutoCloseable {

  static final int KEYS = 12;
  private static final long EPOCH_MS = 1_700_000_000_000L;

  /** The live keys with their values after each commit, by the commit's version. */
  public final NavigableMap<Long, Map<String, String>> states = new TreeMap<>();

  /** The writes of each commit, by the commit's version. */
  public final NavigableMap<Long, Map<String, String>> writes = new TreeMap<>();

  /** The time of the group that contains the commit, by the commit's version. */
  public final NavigableMap<Long, Long> times = new TreeMap<>();

  public final FileDisk disk;
  final CommitLog log;
  private final SplittableRandom random;
  private final Map<Key, String> values = new TreeMap<>();
  private final Map<Key, Long> versions = new TreeMap<>();
  private final long epoch;
  private long nowMs = EPOCH_MS;
  private long version;

  public RandomLog(Path directory, long seed) throws IOException {
    random = new SplittableRandom(seed);
    disk = FileDisk.open(directory);
    Recovered recovered = Recovery.run(disk, (write, at) -> {}, (read, of) -> {});
    epoch = recovered.epoch();
    log = CommitLog.begin(disk, LogFixture.SEGMENT_BYTES, 1 << 16, recovered, () -> nowMs);
    version = recovered.startVersion();
    states.put(version, Map.of());
  }

  /** Commits a number of groups. */
  public void commit(int groups) throws IOException {
    for (int i = 0; i < groups; i++) {
      nowMs += random.nextInt(1, 5_000);
      int transactions = random.nextInt(1, 4);
      for (int j = 0; j < transactions; j++) {
        transaction();
      }
      log.write();
      log.force();
    }
  }

  private void transaction() {
    version += random.nextInt(1, 4);
    WriteSet set = new WriteSet();
    Map<String, String> own = new HashMap<>();
    int first = random.nextInt(KEYS);
    for (int i = 0; i < random.nextInt(1, 4); i++) {
      Key key = key((first + i) % KEYS);
      String value = random.nextInt(5) == 0 ? null : version + "x".repeat(random.nextInt(4_000));
      set.write(set.add(key, 0), bytes(value));
      own.put(key.toString(), value);
      values.put(key, value);
      versions.put(key, version);
    }
    log.append(1_000 + version, version, set);
    writes.put(version, own);
    states.put(version, live());
    times.put(version, nowMs);
  }

  private Map<String, String> live() {
    Map<String, String> live = new TreeMap<>();
    values.forEach(
        (key, value) -> {
          if (value != null) {
            live.put(key.toString(), value);
          }
        });
    return live;
  }

  /** Writes a checkpoint, and commits a number of groups while it is written. */
  public void checkpoint(int groupsMeanwhile) throws IOException {
    long watermark = version;
    commit(groupsMeanwhile);
    try (CheckpointWriter writer =
        new CheckpointWriter(
            disk, new CheckpointFormat.Header(epoch, watermark), CheckpointWriter.newBlock(0))) {
      for (Map.Entry<Key, Long> entry : versions.entrySet()) {
        if (entry.getValue() <= watermark) {
          writer.add(entry.getKey(), bytes(values.get(entry.getKey())), entry.getValue());
        }
      }
      writer.finish(0, version);
    }
  }

  /** Returns the versions of all commits, the lowest first. */
  public List<Long> committed() {
    return new ArrayList<>(times.keySet());
  }

  public long version() {
    return version;
  }

  /** Closes the directory, and keeps the model. */
  public void end() throws IOException {
    log.close();
    disk.close();
  }

  @Override
  public void close() throws IOException {
    end();
  }
}
