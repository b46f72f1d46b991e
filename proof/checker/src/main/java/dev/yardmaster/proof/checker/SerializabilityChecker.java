package dev.yardmaster.proof.checker;

import dev.yardmaster.history.HistoryFormatException;
import dev.yardmaster.history.HistoryReader;
import dev.yardmaster.history.HistoryVisitor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the transactions of a history could have run serially with the recorded reads and
 * writes, each transaction at a moment between its begin and its end. If this is impossible, the
 * checker names the worst anomaly. A check can also require less: see {@link Guarantee}.
 *
 * <p>Versions define the order of the writes of a key. Version 0 is the key's initial absence,
 * which no transaction wrote. A read may find the key absent as of version v. It then saw the last
 * absence (a deletion or the initial absence) with a version of at most v. So the direct
 * serialization graph is completely known. The history is serializable if and only if the graph has
 * no cycle and every read returned the final write of some transaction (Adya, Liskov and O'Neil,
 * <i>Generalized Isolation Level Definitions</i>, ICDE 2000). Real-time order adds an edge from
 * every transaction to each transaction that began after its end. If the graph has no cycle even
 * with these edges, the history is strictly serializable.
 *
 * <ol>
 *   <li>The checker reads the history twice: first to count the rows, and then to fill the columns.
 *   <li>{@link VersionOrder} assigns every access to a version of its key. It also finds duplicate
 *       versions, and reads of values that are not final writes (G1a, G1b).
 *   <li>{@link Peeling} removes the transactions that are on no cycle; if the history is correct,
 *       these are all transactions.
 *   <li>The checker searches for cycles in four graphs, one after the other, the worst anomalies
 *       first. The first graph has only ww edges, the second also wr edges, the third also rw
 *       edges, and the fourth also real-time edges. In the first of these graphs that has a cycle,
 *       {@link CycleSearch} finds the shortest cycle. If the core is too large for the search,
 *       {@link CoreReduction} selects a part of it.
 * </ol>
 *
 * <p>For snapshot isolation, {@link SnapshotCheck} replaces the search in the graph.
 *
 * <p>The time is linear in the number of accesses, except for sorting the versions of each key. The
 * memory is less than 350 bytes for a transaction with five reads and five writes. A check runs on
 * the caller's thread, and calls share no state.
 */
public final class SerializabilityChecker {

  /**
   * The maximum size, in transactions plus accesses, of a core that is searched as a whole, as a
   * graph of objects.
   */
  private static final long MAX_SEARCHED_WEIGHT = 100_000;

  /** A history, in a file or in memory. */
  private interface Source {
    void read(HistoryVisitor visitor) throws IOException;
  }

  private SerializabilityChecker() {}

  /**
   * Checks a file with the default options.
   *
   * @throws HistoryFormatException if the file is not a complete history
   * @throws IOException if the file cannot be read, or has more rows than an array can have
   */
  public static CheckResult check(Path file) throws IOException {
    return check(file, CheckOptions.defaults());
  }

  /** Checks a file; see {@link #check(Path)}. */
  public static CheckResult check(Path file, CheckOptions options) throws IOException {
    return check(visitor -> HistoryReader.read(file, visitor), options);
  }

  /**
   * Checks a history in memory with the default options.
   *
   * @throws HistoryFormatException if the bytes are not a complete history
   */
  public static CheckResult check(byte[] history) throws IOException {
    return check(history, CheckOptions.defaults());
  }

  /** Checks a history in memory; see {@link #check(byte[])}. */
  public static CheckResult check(byte[] history, CheckOptions options) throws IOException {
    return check(visitor -> HistoryReader.read(history, visitor), options);
  }

  private static CheckResult check(Source source, CheckOptions options) throws IOException {
    HistorySize size = new HistorySize();
    source.read(size);
    HistoryColumns history = new HistoryColumns(size);
    source.read(history);
    TransactionColumns transactions = history.transactions;
    KeyDictionary keys = history.keys;

    BadAccesses bad = new BadAccesses(options.examples());
    findSharedCommitVersions(transactions, bad);
    VersionOrder order = VersionOrder.of(history.writes, keys.size());
    int[] writeSlots = order.placeWrites(history.writes, bad);
    int[] readSlots = order.placeReads(history.reads, bad);
    int[] readStarts = history.reads.starts;
    int[] writeStarts = history.writes.starts;
    AnomalyReport report = new AnomalyReport(new Wording(transactions, keys, order));
    List<Anomaly> anomalies = new ArrayList<>();
    if (options.guarantee() == Guarantee.SNAPSHOT) {
      new SnapshotCheck(transactions, order, readStarts, readSlots, writeStarts, writeSlots, bad)
          .run();
      anomalies.addAll(report.badAccesses(bad));
    } else {
      anomalies.addAll(report.badAccesses(bad));
      DependencyGraph graph =
          new DependencyGraph(order, readStarts, readSlots, writeStarts, writeSlots);
      Anomaly cycle = worstCycle(transactions, graph, options, report);
      if (cycle != null) {
        anomalies.add(cycle);
      }
    }
    return new CheckResult(
        size.transactions(), size.reads(), size.writes(), keys.size(), anomalies);
  }

  private static void findSharedCommitVersions(TransactionColumns transactions, BadAccesses bad) {
    long[] versions = transactions.commitVersions;
    int[] byVersion = RadixOrder.of(versions);
    for (int i = 1; i < byVersion.length; i++) {
      int before = byVersion[i - 1];
      int transaction = byVersion[i];
      if (versions[transaction] != 0 && versions[transaction] == versions[before]) {
        bad.add(
            AnomalyKind.DUPLICATE_VERSION,
            transaction,
            before,
            BadAccesses.NONE,
            versions[transaction]);
      }
    }
  }

  /** Returns the shortest cycle of the worst level that has a cycle; null if there is no cycle. */
  private static @Nullable Anomaly worstCycle(
      TransactionColumns transactions,
      DependencyGraph graph,
      CheckOptions options,
      AnomalyReport report) {
    Peeling peeling = new Peeling(transactions, graph);
    Level all = options.guarantee() == Guarantee.STRICT ? Level.REAL_TIME : Level.DATA;
    Members core = peeling.core(Members.all(transactions), all);
    if (core.isEmpty()) {
      return null;
    }
    for (Level level : Level.values()) {
      Members cyclic = level == all ? core : peeling.core(core, level);
      if (!cyclic.isEmpty()) {
        CoreReduction reduction = new CoreReduction(graph, peeling);
        Members searched = reduction.reduce(cyclic, level, MAX_SEARCHED_WEIGHT);
        CycleSearch.Found found = new CycleSearch(transactions, graph, searched, level).search();
        Cycle cycle = new Cycle(transactions, graph, found.cycle(), level);
        return report.cycle(cycle, found, cyclic.size(), searched.size() == cyclic.size());
      }
    }
    throw new IllegalStateException("a core without a cycle: transactions=" + core.size());
  }
}
