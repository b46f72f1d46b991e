package dev.yardmaster.benchmarks.disk;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Values;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.Recovered;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Writes the commit log of a bank. Each record is a transfer between two accounts, which are drawn
 * uniformly. Each group has as many transactions as a group of a service at full load. The builder
 * keeps the final balance of every account. An instance is for use by one thread.
 */
final class LogBuilder {

  private static final int ACCOUNTS_PER_CUSTOMER = 2;

  /**
   * The number of transactions in a group, close to the group size of a service with 300
   * outstanding transactions.
   */
  private static final int GROUP_RECORDS = 100;

  private static final int CHECKED_ACCOUNTS = 1_000;

  private final Key[] keys;
  private final long[] cents;
  private final SplittableRandom random;
  private final long segmentBytes;

  /**
   * Creates a builder of an empty log.
   *
   * @param segmentBytes length of a segment of the log
   */
  LogBuilder(int customers, long seed, long segmentBytes) {
    this.keys = new Key[ACCOUNTS_PER_CUSTOMER * customers];
    this.cents = new long[keys.length];
    this.random = new SplittableRandom(seed);
    this.segmentBytes = segmentBytes;
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Key.of(i < customers ? "checking" : "savings", i % customers);
    }
  }

  /** Appends transactions to the log in a directory and forces them to disk before it returns. */
  void append(Path directory, long records) throws IOException, InterruptedException {
    try (Disk disk = FileDisk.open(directory)) {
      Recovered recovered = Recovery.run(disk, (write, version) -> {}, (bytes, of) -> {});
      CommitLog log =
          CommitLog.begin(
              disk, segmentBytes, CommitLog.bufferBytes(0), recovered, System::currentTimeMillis);
      try {
        append(log, recovered.startVersion(), records);
      } finally {
        log.close();
      }
    }
  }

  private void append(CommitLog log, long startVersion, long records)
      throws IOException, InterruptedException {
    WriteSet writes = new WriteSet();
    for (long record = 1; record <= records; record++) {
      writes.clear();
      transfer(writes);
      log.append(record, startVersion + record, writes);
      if (record % GROUP_RECORDS == 0) {
        log.write();
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
    }
    log.write();
  }

  private void transfer(WriteSet writes) {
    int from = random.nextInt(keys.length);
    int to = (from + 1 + random.nextInt(keys.length - 1)) % keys.length;
    long amount = random.nextInt(10_000);
    cents[from] -= amount;
    cents[to] += amount;
    writes.write(writes.add(keys[from], 0), Values.ofLong(cents[from]));
    writes.write(writes.add(keys[to], 0), Values.ofLong(cents[to]));
  }

  /**
   * Compares a sample of the accounts, spread over all accounts, with the balances that a
   * transaction reads. Returns the first difference.
   */
  Optional<String> wrongAccount(Reads read) {
    int step = Math.max(1, keys.length / CHECKED_ACCOUNTS);
    for (int i = 0; i < keys.length; i += step) {
      long found = read.getLong(keys[i]);
      if (found != cents[i]) {
        return Optional.of(keys[i] + " holds " + found + ", but " + cents[i] + " was written");
      }
    }
    return Optional.empty();
  }
}
