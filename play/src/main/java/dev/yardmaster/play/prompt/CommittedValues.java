package dev.yardmaster.play.prompt;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.play.session.LastCommits;
import dev.yardmaster.play.text.KeyText;
import dev.yardmaster.play.text.ValueText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reads the committed values of tables, for the command {@code show}. */
final class CommittedValues {

  /** The maximum number of entries of a table that are shown. */
  private static final int MOST = 50;

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private CommittedValues() {}

  /**
   * Returns one line for each entry.
   *
   * @param table the only table to read; null for all tables of the prompt
   * @throws YardmasterException if the values cannot be read
   */
  static List<String> of(TransactionService service, LastCommits ledger, String table) {
    Set<String> tables = new TreeSet<>();
    if (table != null) {
      tables.add(table);
    } else {
      tables.add(KeyText.TABLE);
      tables.addAll(ledger.tables());
    }
    List<String> lines = new ArrayList<>();
    for (String name : tables) {
      Map<Key, byte[]> entries = entries(service, name);
      entries.forEach((key, value) -> lines.add(line(key, value, ledger)));
      if (entries.size() == MOST) {
        lines.add("the first " + MOST + " entries of the table " + name);
      }
    }
    return lines.isEmpty() ? List.of("no committed values") : lines;
  }

  private static Map<Key, byte[]> entries(TransactionService service, String table) {
    Scan all = Scan.forward(Key.of(table, Long.MIN_VALUE), null, MOST);
    try (Snapshot snapshot = service.readOnly()) {
      return snapshot.scan(all);
    } catch (YardmasterException error) {
      if (error.code() != ErrorCode.BAD_CONFIG) {
        throw error;
      }
      // The engine's protocol keeps no old versions, so there is no snapshot, and a transaction
      // reads the values.
      return service
          .execute(reads -> reads.scan(all), TransactionOptions.defaults().withTimeout(TIMEOUT))
          .valueOrThrow();
    }
  }

  private static String line(Key key, byte[] value, LastCommits ledger) {
    return KeyText.of(key)
        + " = "
        + ValueText.of(value)
        + ledger
            .lastWrite(key)
            .map(
                last ->
                    last.isOf(value)
                        ? "  (version " + last.version() + ", by " + last.writer() + ")"
                        : "  (changed outside this prompt)")
            .orElse("");
  }
}
