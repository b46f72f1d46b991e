package dev.yardmaster.proof.checker;

import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A small history as objects, which tests create, break and pass to the checker. */
final class ModelHistory {

  /** A read or write of a key; the value 0 denotes absence. */
  static final class Access {
    final boolean write;
    final int key;
    long version;
    int value;

    Access(boolean write, int key, long version, int value) {
      this.write = write;
      this.key = key;
      this.version = version;
      this.value = value;
    }
  }

  static final class Transaction {
    final long id;
    long commitVersion;
    long beginNs;
    long endNs;
    final List<Access> accesses = new ArrayList<>();

    Transaction(long id) {
      this.id = id;
    }
  }

  final List<Transaction> transactions = new ArrayList<>();

  /**
   * Creates a serial execution: each transaction reads the final values of the transactions before
   * it. The interval of a transaction contains its position in the serial order, and the intervals
   * of neighbouring transactions overlap.
   */
  static ModelHistory serial(Random random, int count, int keys) {
    ModelHistory history = new ModelHistory();
    long[] versions = new long[keys];
    int[] values = new int[keys];
    int spread = 1 + random.nextInt(400);
    for (int i = 1; i <= count; i++) {
      Transaction transaction = new Transaction(i);
      transaction.beginNs = 100L * i - random.nextInt(spread);
      transaction.endNs =
          random.nextInt(20) == 0 ? HistoryRecorder.UNKNOWN_END : 100L * i + random.nextInt(spread);
      boolean readOnly = random.nextInt(4) == 0;
      transaction.commitVersion = readOnly ? 0 : 3L * i;
      for (int key : random.ints(0, keys).distinct().limit(1 + random.nextInt(keys)).toArray()) {
        int what = random.nextInt(3);
        if (readOnly || what != 0) {
          // The history may omit a deletion, but a read of the absent key still reports the
          // deletion's version.
          boolean forgotten = values[key] == 0 && random.nextBoolean();
          long version = forgotten ? -versions[key] : versions[key];
          transaction.accesses.add(new Access(false, key, version, values[key]));
        }
        if (!readOnly && what != 1) {
          // Some engines number the versions of each record separately.
          versions[key] = random.nextBoolean() ? 3L * i : versions[key] + 1 + random.nextInt(3);
          values[key] = random.nextInt(5) == 0 ? 0 : 1_000 * i + key;
          transaction.accesses.add(new Access(true, key, versions[key], values[key]));
        }
      }
      history.transactions.add(transaction);
    }
    return history;
  }

  /** Creates reads and writes of arbitrary versions, which are hardly ever serializable. */
  static ModelHistory arbitrary(Random random, int count, int keys) {
    ModelHistory history = new ModelHistory();
    for (int i = 1; i <= count; i++) {
      Transaction transaction = new Transaction(i);
      transaction.commitVersion = random.nextInt(40) == 0 ? 1 : i;
      transaction.beginNs = random.nextInt(500);
      transaction.endNs = transaction.beginNs + random.nextInt(500);
      int accesses = random.nextInt(5);
      for (int a = 0; a < accesses; a++) {
        boolean write = random.nextInt(3) == 0;
        long least = !write && random.nextInt(4) == 0 ? -12 : 0;
        long version = least + random.nextInt(12);
        int key = random.nextInt(keys);
        // Every fifth version is a deletion, and a few reads return a wrong value.
        boolean absent = version <= 0 || (version + key) % 5 == 0;
        int value = random.nextInt(30) == 0 ? 1 : absent ? 0 : (int) (1_000 * version + key);
        transaction.accesses.add(new Access(write, key, version, value));
      }
      history.transactions.add(transaction);
    }
    return history;
  }

  byte[] recorded() throws IOException {
    HistoryLog log = HistoryLog.inMemory();
    HistoryRecorder recorder = log.recorder();
    for (Transaction transaction : transactions) {
      recorder.begin(
          transaction.id, transaction.commitVersion, transaction.beginNs, transaction.endNs);
      for (Access access : transaction.accesses) {
        byte[] value =
            access.value == 0 ? null : ByteBuffer.allocate(4).putInt(access.value).array();
        if (access.write) {
          recorder.write(key(access.key), access.version, value);
        } else {
          recorder.read(key(access.key), access.version, value);
        }
      }
      recorder.end();
    }
    log.close();
    return log.bytes();
  }

  /**
   * Returns the key with a number. The keys are of all kinds, in two tables, and have similar ids.
   */
  private static Key key(int key) {
    String table = key % 2 == 0 ? "savings" : "checking";
    return switch (key % 3) {
      case 0 -> Key.of(table, key / 3);
      case 1 -> Key.of(table, "k" + key / 3);
      default -> Key.of(table, new byte[] {'k', (byte) ('0' + key / 3)});
    };
  }
}
