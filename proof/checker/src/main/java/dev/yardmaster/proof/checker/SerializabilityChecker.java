package dev.yardmaster.proof.checker;

import dev.yardmaster.history.HistoryFormatException;
import dev.yardmaster.history.HistoryReader;
import dev.yardmaster.history.HistoryVisitor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells whether the transactions of a history could have run one after the other, each between its
 * begin and its end, and read and write what they did; names the worst anomaly if not.
 *
 * <p>Versions give the order of the writes of a key, and version 0 is its initial absence, which
 * nobody wrote. A read that found nothing up to some version saw the last absence by then: the
 * initial one or a deletion. So the direct serialization graph is known, and the history is
 * serializable if and only if it has no cycle and every read is of what some transaction left
 * behind (Adya, Liskov and O'Neil, <i>Generalized Isolation Level Definitions</i>, ICDE 2000). With
 * an edge from every transaction to those that began after it had ended it is strictly
 * serializable.
 *
 * <ol>
 *   <li>The history is read twice: to count, and into columns.
 *   <li>{@link VersionOrder} gives every access its place in the versions of its key, and finds
 *       duplicate versions and reads of what was not left behind (G1a, G1b).
 *   <li>{@link Peeling} takes away what is on no cycle, which is all of a correct history.
 *   <li>The levels are tried from the worst: ww, with wr, with rw, with real time. On the first
 *       with a cycle, {@link CycleSearch} finds the shortest; of a core too large for that, {@link
 *       CoreReduction} takes a part.
 * </ol>
 *
 * <p>Takes time linear in accesses but for sorting the versions of each key, and less than 350
 * bytes for a transaction of five reads and five writes. Works on the caller's thread; calls share
 * nothing.
 */
public final class SerializabilityChecker {

  /** Transactions and accesses of the largest core that becomes a graph of objects as a whole. */
  private static final long MAX_SEARCHED_WEIGHT = 100_000;

  /** A history, wherever it is. */
  private interface Source {
    void read(HistoryVisitor visitor) throws IOException;
  }

  private SerializabilityChecker() {}

  /**
   * Checks a file with the default options.
   *
   * @throws HistoryFormatException if it is not a complete history
   * @throws IOException if it cannot be read, or has more rows than an array
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
   * @throws HistoryFormatException if it is not a complete history
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
    DependencyGraph graph = graph(history, bad);

    AnomalyReport report = new AnomalyReport(new Wording(transactions, keys, graph.order()));
    List<Anomaly> anomalies = new ArrayList<>(report.badAccesses(bad));
    Anomaly cycle = worstCycle(transactions, graph, options, report);
    if (cycle != null) {
      anomalies.add(cycle);
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

  private static DependencyGraph graph(HistoryColumns history, BadAccesses bad) {
    VersionOrder order = VersionOrder.of(history.writes, history.keys.size());
    int[] writeSlots = order.placeWrites(history.writes, bad);
    int[] readSlots = order.placeReads(history.reads, bad);
    return new DependencyGraph(
        order, history.reads.starts, readSlots, history.writes.starts, writeSlots);
  }

  /** The shortest cycle of the worst level that has any, or null. */
  private static Anomaly worstCycle(
      TransactionColumns transactions,
      DependencyGraph graph,
      CheckOptions options,
      AnomalyReport report) {
    Peeling peeling = new Peeling(transactions, graph);
    Level all = options.realTime() ? Level.REAL_TIME : Level.DATA;
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
