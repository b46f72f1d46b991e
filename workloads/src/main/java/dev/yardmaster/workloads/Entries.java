package dev.yardmaster.workloads;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.table.Table;
import dev.yardmaster.api.table.TableEntry;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads whole tables for the check of an invariant, in several transactions. No transaction may
 * write the table during the call.
 */
public final class Entries {

  private static final int PAGE = 500;

  private Entries() {}

  /**
   * Passes all entries of a table to a consumer, lowest key first.
   *
   * @throws YardmasterException if a transaction does not commit
   */
  public static <V> void forEach(
      TransactionService service, Table<V> table, Consumer<? super TableEntry<V>> to) {
    Key last = null;
    List<TableEntry<V>> page;
    do {
      Scan scan = last == null ? table.all(PAGE) : Scan.forward(last, null, PAGE);
      page = service.execute(transaction -> table.scan(transaction, scan));
      for (TableEntry<V> entry : page) {
        if (!entry.key().equals(last)) { // A page begins with the last entry of the page before.
          to.accept(entry);
        }
      }
      last = page.isEmpty() ? null : page.get(page.size() - 1).key();
    } while (page.size() == PAGE);
  }

  /**
   * Returns the number of entries of a table.
   *
   * @throws YardmasterException if a transaction does not commit
   */
  public static long count(TransactionService service, Table<?> table) {
    long[] count = {0};
    forEach(service, table, entry -> count[0]++);
    return count[0];
  }
}
