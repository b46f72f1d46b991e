package dev.yardmaster.play.batch;

import dev.yardmaster.api.Key;
import dev.yardmaster.play.text.KeyText;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.batch.Reorderer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The decision of the reorderer about a batch: the conflict graph, the victims, and the order of
 * the survivors. The reorderer has the settings of the pipeline. Transactions are numbered from 0.
 */
final class BatchPlan {

  private final List<Assignments> transactions;
  private final Reorderer reorderer;

  /**
   * Reorders a batch.
   *
   * @param repairable whether victims are repaired, so that they do not abort
   */
  BatchPlan(List<Assignments> transactions, ReorderConfig config, boolean repairable) {
    this.transactions = transactions;
    reorderer = new Reorderer(config);
    Map<Key, Long> numbers = new HashMap<>();
    AccessSets batch = new AccessSets();
    for (Assignments each : transactions) {
      batch.begin(0, 1, repairable);
      each.reads().forEach(key -> batch.read(number(key, numbers)));
      each.writes().forEach(key -> batch.write(number(key, numbers)));
    }
    reorderer.reorder(batch);
  }

  private static long number(Key key, Map<Key, Long> numbers) {
    return numbers.computeIfAbsent(key, fresh -> (long) numbers.size());
  }

  /** Returns the edges of the conflict graph, each with the keys that cause it. */
  List<String> edges() {
    List<String> edges = new ArrayList<>();
    for (int reader = 0; reader < transactions.size(); reader++) {
      for (int writer = 0; writer < transactions.size(); writer++) {
        List<String> keys = keysBetween(reader, writer);
        if (!keys.isEmpty()) {
          edges.add(name(reader) + " -> " + name(writer) + " (" + String.join(", ", keys) + ")");
        }
      }
    }
    return edges;
  }

  private List<String> keysBetween(int reader, int writer) {
    return reader == writer
        ? List.of()
        : transactions.get(reader).reads().stream()
            .filter(transactions.get(writer).writes()::contains)
            .map(KeyText::of)
            .toList();
  }

  /** Returns the number of edges of the graph that the reorderer has built. */
  int edgeCount() {
    return reorderer.edges();
  }

  /** Returns the names of the victims, oldest first. */
  List<String> victims() {
    return IntStream.range(0, reorderer.victims())
        .mapToObj(i -> name(reorderer.victim(i)))
        .toList();
  }

  /** Returns the names of the survivors, in commit order. */
  List<String> order() {
    return IntStream.range(0, reorderer.survivors())
        .mapToObj(i -> name(reorderer.survivor(i)))
        .toList();
  }

  /** Returns whether the solver has proven that no other choice has fewer victims. */
  boolean isProven() {
    return reorderer.proven();
  }

  /** Returns the name of a transaction, T1 for number 0. */
  static String name(int transaction) {
    return "T" + (transaction + 1);
  }
}
