package dev.yardmaster.benchmarks.jdbc.bank;

import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.proof.checker.CheckOptions;
import dev.yardmaster.proof.checker.CheckResult;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Tells from what transactions saw whether they could have run one after another, and each of them
 * once.
 *
 * <p>Every write names the transaction whose balance it replaced. So the writes of a row are a
 * chain from the initial data to what the row holds in the end, and a balance's place in it is its
 * version; {@link RowChains} builds them. A transaction that was applied twice is in the chain
 * where its second application replaced something, and its first is replaced by somebody who is not
 * reached from the initial data.
 */
public final class BankHistory {

  /**
   * What was found.
   *
   * @param findings lines for people; none if all is well
   */
  public record Checked(long transactions, List<String> findings) {

    /** Copies the list. */
    public Checked {
      findings = List.copyOf(findings);
    }
  }

  private BankHistory() {}

  /**
   * Checks a round.
   *
   * @param calls all that committed, in any order
   * @param tables as the round left them
   */
  public static Checked check(List<CommittedCall> calls, BankTables tables) throws SQLException {
    return check(calls, tables.lastWriters());
  }

  /** As {@link #check(List, BankTables)}, with who wrote each row last. */
  static Checked check(List<CommittedCall> calls, Map<AccountRow, Long> lastWriters) {
    RowChains chains = RowChains.of(calls);
    List<String> findings = new ArrayList<>(chains.brokenAgainst(lastWriters));
    if (findings.isEmpty()) {
      try {
        CheckResult result =
            SerializabilityChecker.check(
                history(calls, chains), CheckOptions.defaults().withRealTime(false));
        if (!result.isSerializable()) {
          findings.add("the history is not serializable: " + result.inWords());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return new Checked(calls.size(), findings);
  }

  private static byte[] history(List<CommittedCall> calls, RowChains chains) throws IOException {
    HistoryLog log = HistoryLog.inMemory();
    try (log) {
      HistoryRecorder recorder = log.recorder();
      for (CommittedCall call : calls) {
        recorder.begin(call.number(), 0, call.beginNs(), call.endNs());
        for (SeenRow seen : call.seen()) {
          Key key = key(seen.row());
          long version = chains.version(seen.row(), seen.writer());
          recorder.read(key, version, version == 0 ? null : value(seen.cents()));
          if (seen.isWritten()) {
            recorder.write(key, chains.version(seen.row(), call.number()), value(seen.leftCents()));
          }
        }
        recorder.end();
      }
    }
    return log.bytes();
  }

  private static Key key(AccountRow row) {
    return Key.of(row.table().name().toLowerCase(Locale.ROOT), row.customer());
  }

  private static byte[] value(long cents) {
    return ByteBuffer.allocate(Long.BYTES).putLong(cents).array();
  }
}
