package dev.yardmaster.history;

import dev.yardmaster.api.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Records random transactions with typical and extreme values, and keeps what the reader must
 * return.
 */
final class RandomRecording {

  private static final long[] LIMITS = {
    0, 1, -1, 63, 64, 127, 128, Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE
  };

  private final HistoryRecorder recorder;
  private final SplittableRandom random;
  private final List<List<String>> transactions = new ArrayList<>();
  private long nextId;

  RandomRecording(HistoryRecorder recorder, SplittableRandom random, long firstId) {
    this.recorder = recorder;
    this.random = random;
    this.nextId = firstId;
  }

  List<List<String>> transactions() {
    return transactions;
  }

  void transaction() {
    List<String> lines = new ArrayList<>();
    // The id is counted up, so that it is unique: tests distinguish transactions by their ids.
    long id = nextId++;
    long commitVersion = random.nextInt(3) == 0 ? 0 : number();
    long a = number();
    long b = number();
    long beginNs = Math.min(a, b);
    long endNs = random.nextInt(5) == 0 ? HistoryRecorder.UNKNOWN_END : Math.max(a, b);
    recorder.begin(id, commitVersion, beginNs, endNs);
    lines.add(Transcript.beginLine(id, commitVersion, beginNs, endNs));
    int accesses = random.nextInt(8);
    for (int i = 0; i < accesses; i++) {
      Key key = key();
      byte[] value = value();
      if (random.nextBoolean()) {
        long version = random.nextInt(3) == 0 ? 0 : number();
        recorder.read(key, version, value);
        lines.add(Transcript.accessLine("read", key, version, ValueDigest.of(value)));
      } else {
        long version = random.nextInt(3) == 0 ? number() : commitVersion;
        recorder.write(key, version, value);
        lines.add(Transcript.accessLine("write", key, version, ValueDigest.of(value)));
      }
    }
    recorder.end();
    transactions.add(lines);
  }

  private Key key() {
    String table = table();
    return switch (random.nextInt(3)) {
      case 0 -> Key.of(table, number());
      case 1 -> Key.of(table, text());
      default -> Key.of(table, bytes(1 + random.nextInt(20)));
    };
  }

  private String table() {
    return switch (random.nextInt(8)) {
      case 0 -> "T".repeat(Key.MAX_TABLE_LENGTH);
      case 1 -> "Gleis \u00e4\u20ac\ud83d\ude82";
      case 2 -> "half \ud83d";
      case 3 -> "t" + random.nextInt(40);
      default -> "savings";
    };
  }

  private String text() {
    return switch (random.nextInt(4)) {
      case 0 -> "\u00e4\u20ac\ud83d\ude82" + random.nextInt(9);
      case 1 -> "x".repeat(Key.MAX_ID_BYTES);
      default -> "user" + random.nextInt(1000);
    };
  }

  private byte[] value() {
    return random.nextInt(6) == 0 ? null : bytes(random.nextInt(40));
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private long number() {
    return switch (random.nextInt(4)) {
      case 0 -> LIMITS[random.nextInt(LIMITS.length)];
      case 1 -> random.nextLong();
      default -> random.nextInt(10_000);
    };
  }
}
