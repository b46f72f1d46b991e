package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.Recovered;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.checkpoint.CheckpointFiles;
import dev.yardmaster.storage.log.checkpoint.Checkpointer;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.worker.OutcomeRetention;
import dev.yardmaster.storage.worker.RangeMarks;
import dev.yardmaster.storage.worker.StorageRequest;
import dev.yardmaster.storage.worker.StorageSettings;
import dev.yardmaster.storage.worker.StorageWorker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A script, drawn from a seed, that uses log, checkpoints and recovery over several lives (the
 * times between a start and an end). The script keeps the appended commits, the written commits and
 * the acknowledged commits. From these commits it derives the results that a recovery may have.
 */
final class LogScript {

  static final long HORIZON_MS = 777;

  private static final int NOTES = 12;
  private static final int MAX_VALUE_BYTES = 6_000;
  private static final long LENGTH = 1 << 16;

  /** A key that every commit writes with its version, so that the last commit is known. */
  private static final Key MARK = Key.of("mark", 1);

  /** A commit with its writes by key; a null value is a deletion. */
  private record Commit(long version, Map<Key, byte[]> writes) {}

  /** The result of a recovery: values by key, and the commit version of each. */
  static final class Found implements Recovery.KeyValueSink {
    final Map<Key, Long> versions = new HashMap<>();
    final Map<Key, byte[]> values = new HashMap<>();
    Recovered recovered;

    @Override
    public void entry(Key key, byte[] value, long version) {
      if (version > versions.getOrDefault(key, 0L)) {
        versions.put(key, version);
        values.put(key, value);
      }
    }

    /** Returns the keys that exist, each with a digest of its value. */
    Map<String, Integer> live() {
      return digests(values);
    }

    private long mark() {
      return versions.getOrDefault(MARK, 0L);
    }
  }

  private final SplittableRandom random;
  private final List<Commit> commits = new ArrayList<>();
  private final InMemoryStore store = new InMemoryStore();
  private int written;
  private int acknowledged;
  private int inLastGroup;
  private long installed;

  /** The highest version that was ever appended, even if no recovery found it. */
  private long highest;

  /** The number of the last life that appended a commit. */
  private long lastEpoch;

  private long clockNs;
  private CommitLog log;
  private Checkpointer checkpointer;
  private StorageWorker worker;
  private boolean logFailed;

  LogScript(long seed) {
    random = new SplittableRandom(seed);
  }

  private static Map<String, Integer> digests(Map<Key, byte[]> values) {
    Map<String, Integer> live = new TreeMap<>();
    values.forEach(
        (key, value) -> {
          if (value != null) {
            live.put(key.toString(), Arrays.hashCode(value));
          }
        });
    return live;
  }

  /** Recovers the data of a disk. */
  static Found recover(Disk disk) throws IOException {
    Found found = new Found();
    found.recovered = Recovery.run(disk, found, (bytes, of) -> {});
    return found;
  }

  /**
   * Returns a text that describes the error in the recovered data; null if the data is correct.
   *
   * @param afterKill whether only the process was killed, so that all written commits must be
   *     found, not only the forced ones
   */
  String complaint(Found found, boolean afterKill) {
    int prefix = prefix(found);
    if (prefix < 0) {
      return "version " + found.mark() + " was never appended";
    }
    Recovered recovered = found.recovered;
    if (recovered.epoch() <= lastEpoch || (lastEpoch > 0 && recovered.startVersion() <= highest)) {
      return "a number that was used before is used again: "
          + recovered
          + " after epoch "
          + lastEpoch;
    }
    if (recovered.checkpointVersion() > 0 && recovered.horizonMs() != HORIZON_MS) {
      return "a checkpoint with another horizon: " + recovered.horizonMs();
    }
    if (prefix < acknowledged) {
      return prefix + " commits were found, but " + acknowledged + " were acknowledged";
    }
    if (afterKill && prefix < written) {
      return prefix + " commits were found, but " + written + " were written";
    }
    Map<Key, byte[]> expected = new HashMap<>();
    commits.subList(0, prefix).forEach(commit -> expected.putAll(commit.writes));
    return digests(expected).equals(found.live())
        ? null
        : "the data differs from the data of the first recovery " + prefix + " commits";
  }

  /**
   * Returns the number of commits that were found; -1 if the last commit found was never appended.
   */
  private int prefix(Found found) {
    for (int i = 0; i < commits.size(); i++) {
      if (commits.get(i).version == found.mark()) {
        return i + 1;
      }
    }
    return found.mark() == 0 ? 0 : -1;
  }

  /** Returns whether only the commits of the last group are missing. */
  boolean lacksTheLastGroupOnly(Found found) {
    int prefix = prefix(found);
    acknowledged -= inLastGroup;
    try {
      return prefix == acknowledged && complaint(found, false) == null;
    } finally {
      acknowledged += inLastGroup;
    }
  }

  /** Runs one life of a number of steps, up to its close or to an exception. */
  void live(Disk disk, int steps) throws IOException {
    log = null;
    checkpointer = null;
    logFailed = false;
    Found found = recover(disk);
    int prefix = prefix(found);
    commits.subList(prefix, commits.size()).clear();
    written = prefix;
    acknowledged = prefix;
    begin(disk, found);
    lastEpoch = found.recovered.epoch();
    for (int i = 0; i < steps; i++) {
      step();
    }
    close(disk);
    acknowledged = written;
  }

  private void begin(Disk disk, Found found) throws IOException {
    log = CommitLog.begin(disk, LENGTH, (int) LENGTH, found.recovered, () -> 0);
    found.values.forEach(
        (key, value) -> store.write(key, key.number(), value, found.versions.get(key)));
    installed = found.recovered.startVersion();
    Queue<StorageRequest> inbox = new ArrayDeque<>();
    worker =
        new StorageWorker(
            "storage",
            store,
            inbox,
            StorageSettings.fixed(10, true),
            () -> installed,
            RangeMarks.undivided(() -> installed),
            () -> 0,
            new OutcomeRetention(new OutcomeHorizon(() -> 0, 1_000), 1_000));
    checkpointer =
        new Checkpointer(
            log,
            found.recovered,
            new CheckpointFiles(disk, log, List.of(inbox), new ArrayDeque<>(), (int) LENGTH),
            () -> installed,
            log::appendedVersion,
            () -> HORIZON_MS,
            LENGTH,
            () -> clockNs);
  }

  private void step() throws IOException {
    if (random.nextInt(3) > 0) {
      try {
        commitGroup();
      } catch (IOException e) {
        logFailed = true;
        throw e;
      }
    }
    clockNs += 700_000_000L;
    for (int i = random.nextInt(5); i > 0; i--) {
      checkpointer.doWork();
      worker.doWork();
    }
    if (random.nextBoolean()) {
      log.removeCovered();
    }
  }

  private void commitGroup() throws IOException {
    inLastGroup = 1 + random.nextInt(3);
    for (int i = 0; i < inLastGroup; i++) {
      append();
    }
    log.write();
    written = commits.size();
    if (random.nextInt(3) > 0) {
      log.force();
      log.checkFence();
      acknowledged = written;
      install();
    }
  }

  private void append() {
    long version = 1 + (commits.isEmpty() ? 0 : commits.get(commits.size() - 1).version);
    version = Math.max(version, installed + 1) + random.nextInt(2);
    Map<Key, byte[]> writes = new HashMap<>();
    writes.put(MARK, Long.toString(version).getBytes(StandardCharsets.US_ASCII));
    for (int i = random.nextInt(3); i > 0; i--) {
      byte[] value = new byte[random.nextInt(MAX_VALUE_BYTES)];
      random.nextBytes(value);
      writes.put(Key.of("notes", random.nextInt(NOTES)), random.nextInt(4) == 0 ? null : value);
    }
    WriteSet set = new WriteSet();
    writes.forEach((key, value) -> set.write(set.add(key, key.number()), value));
    commits.add(new Commit(version, writes));
    highest = version;
    log.append(version, version, set);
  }

  private void install() {
    for (Commit commit : commits) {
      if (commit.version > installed) {
        commit.writes.forEach(
            (key, value) -> store.write(key, key.number(), value, commit.version));
        installed = commit.version;
      }
    }
  }

  private void close(Disk disk) throws IOException {
    checkpointer.onClose();
    log.close();
    disk.close();
  }

  /**
   * Closes the log and the checkpoints after the disk has failed.
   *
   * @return a text that describes an error; null if there is none
   */
  String closeAfterFailure(Disk disk) throws IOException {
    if (logFailed && !(isRefused(log::write) && isRefused(log::force))) {
      return "the log continues after a failure";
    }
    if (checkpointer != null) {
      checkpointer.onClose();
    }
    if (log != null) {
      try {
        log.close();
      } catch (IOException e) {
        // The exception is ignored, because closing fails too.
      }
    }
    disk.close();
    return null;
  }

  /** An action that may fail. */
  @FunctionalInterface
  private interface Action {
    void run() throws IOException;
  }

  private static boolean isRefused(Action action) {
    try {
      action.run();
      return false;
    } catch (IOException | UncheckedIOException e) {
      return true;
    }
  }

  /** Returns the number of commits that were acknowledged. */
  int acknowledged() {
    return acknowledged;
  }
}
