package dev.yardmaster.proof.checker;

import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Builds a history by hand. A transaction is {@code t(12)}; its number is also its commit version
 * and the version of its writes, unless it is read-only. Without {@link #from}, all transactions
 * run at the same time, so real time does not order them.
 */
final class HistoryBuilder {

  private static final String TABLE = "checking";

  private final HistoryLog log = HistoryLog.inMemory();
  private final HistoryRecorder recorder = log.recorder();
  private final Map<String, byte[]> values = new HashMap<>();

  private long id;
  private long commitVersion;
  private long beginNs;
  private long endNs;
  private Runnable accesses = () -> {};

  static HistoryBuilder history() {
    return new HistoryBuilder();
  }

  /** Begins a transaction that writes. */
  HistoryBuilder t(long number) {
    return start(number, number);
  }

  /** Begins a transaction without a commit version. */
  HistoryBuilder readOnly(long number) {
    return start(number, 0);
  }

  private HistoryBuilder start(long number, long version) {
    flush();
    id = number;
    commitVersion = version;
    beginNs = 0;
    endNs = 0;
    return this;
  }

  /** Sets the interval of the transaction. */
  HistoryBuilder from(long fromNs, long toNs) {
    beginNs = fromNs;
    endNs = toNs;
    return this;
  }

  /** Sets the commit version, which may also be that of another transaction. */
  HistoryBuilder committedAt(long version) {
    commitVersion = version;
    return this;
  }

  /** Reads the value of the given version; versions up to 0 are absences. */
  HistoryBuilder r(String key, long version) {
    return r(key, version, value(key, version));
  }

  HistoryBuilder r(String key, long version, byte[] value) {
    return then(() -> recorder.read(Key.of(TABLE, key), version, value));
  }

  /** Writes the key at the transaction's commit version. */
  HistoryBuilder w(String key) {
    return w(key, commitVersion);
  }

  HistoryBuilder w(String key, long version) {
    return w(key, version, value(key, version));
  }

  HistoryBuilder w(String key, long version, byte[] value) {
    return then(() -> recorder.write(Key.of(TABLE, key), version, value));
  }

  private HistoryBuilder then(Runnable access) {
    Runnable before = accesses;
    accesses =
        () -> {
          before.run();
          access.run();
        };
    return this;
  }

  private byte[] value(String key, long version) {
    return version <= 0
        ? null
        : values.computeIfAbsent(key + version, unused -> new byte[] {(byte) version, 1});
  }

  private void flush() {
    if (id != 0) {
      recorder.begin(id, commitVersion, beginNs, endNs);
      accesses.run();
      recorder.end();
    }
    accesses = () -> {};
  }

  byte[] bytes() {
    try {
      flush();
      id = 0;
      log.close();
      return log.bytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  CheckResult check() {
    return check(CheckOptions.defaults());
  }

  CheckResult check(CheckOptions options) {
    try {
      return SerializabilityChecker.check(bytes(), options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
