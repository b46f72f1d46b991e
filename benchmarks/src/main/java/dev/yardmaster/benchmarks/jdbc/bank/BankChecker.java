package dev.yardmaster.benchmarks.jdbc.bank;

import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.proof.checker.CheckOptions;
import dev.yardmaster.proof.checker.CheckResult;
import dev.yardmaster.proof.checker.Guarantee;
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
 * Checks, from the values that transactions saw, whether the transactions could have run one after
 * another, each exactly once.
 *
 * <p>Every write records the writer of the replaced balance. Therefore the writes of a row form a
 * chain from the initial data to the row's last value. A balance's position in the chain is its
 * version; {@link RowChains} builds the chains. If a transaction was applied twice, only its second
 * application is recorded, so the first application is missing in the chain. The chain from the
 * initial data then ends before the first application, and the check finds the error.
 */
public final class BankChecker {

  /**
   * The result of a check.
   *
   * @param findings readable lines; empty if the history is correct
   */
  public record Checked(long transactions, List<String> findings) {

    /** Copies the list. */
    public Checked {
      findings = List.copyOf(findings);
    }
  }

  private BankChecker() {}

  /**
   * Checks the history of a round.
   *
   * @param calls all committed transactions of the round, in any order
   * @param tables the tables after the round
   */
  public static Checked check(List<CommittedCall> calls, BankTables tables) throws SQLException {
    return check(calls, tables.lastWriters());
  }

  /**
   * Checks the history of a round, given its committed transactions and the last writer of each
   * row.
   */
  static Checked check(List<CommittedCall> calls, Map<AccountRow, Long> lastWriters) {
    RowChains chains = RowChains.of(calls);
    List<String> findings = new ArrayList<>(chains.brokenAgainst(lastWriters));
    if (findings.isEmpty()) {
      try {
        CheckResult result =
            SerializabilityChecker.check(
                history(calls, chains), CheckOptions.defaults().with(Guarantee.SERIALIZABLE));
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
