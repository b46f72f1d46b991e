package dev.yardmaster.proof.checker;

import dev.yardmaster.proof.checker.ModelHistory.Access;
import dev.yardmaster.proof.checker.ModelHistory.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jgrapht.Graph;
import org.jgrapht.alg.cycle.CycleDetector;
import org.jgrapht.graph.DefaultDirectedGraph;
import org.jgrapht.graph.DefaultEdge;

/**
 * The brute-force oracle for the checker. The oracle implements the definitions literally, with
 * every pair of transactions and every edge in memory.
 */
final class BruteForce {

  private final List<Transaction> transactions;
  private final Map<Integer, NavigableMap<Long, Integer>> writers = new HashMap<>();
  private final Map<Integer, Map<Long, Integer>> values = new HashMap<>();
  private final Set<AnomalyKind> badAccesses = EnumSet.noneOf(AnomalyKind.class);
  private final Map<Level, Set<List<Integer>>> edges = new HashMap<>();

  BruteForce(ModelHistory history) {
    transactions = history.transactions;
    for (Level level : Level.values()) {
      edges.put(level, new HashSet<>());
    }
    findWriters();
    findBadReads();
    findEdges();
  }

  /** Returns those kinds of anomalies in the history that are not cycles. */
  Set<AnomalyKind> badAccesses() {
    return badAccesses;
  }

  /** Returns the first level with a cycle; null if there is none. */
  Level worstLevel() {
    for (Level level : Level.values()) {
      if (new CycleDetector<>(graph(level)).detectCycles()) {
        return level;
      }
    }
    return null;
  }

  int onCycles(Level level) {
    return new CycleDetector<>(graph(level)).findCycles().size();
  }

  int shortestCycle(Level level) {
    Graph<Integer, DefaultEdge> graph = graph(level);
    int shortest = Integer.MAX_VALUE;
    for (int start : graph.vertexSet()) {
      Map<Integer, Integer> distances = new HashMap<>(Map.of(start, 0));
      Deque<Integer> queue = new ArrayDeque<>(List.of(start));
      while (!queue.isEmpty()) {
        int from = queue.remove();
        for (DefaultEdge edge : graph.outgoingEdgesOf(from)) {
          int to = graph.getEdgeTarget(edge);
          if (to == start) {
            shortest = Math.min(shortest, distances.get(from) + 1);
          } else if (distances.putIfAbsent(to, distances.get(from) + 1) == null) {
            queue.add(to);
          }
        }
      }
    }
    return shortest;
  }

  private Graph<Integer, DefaultEdge> graph(Level level) {
    Graph<Integer, DefaultEdge> graph = new DefaultDirectedGraph<>(DefaultEdge.class);
    for (int i = 0; i < transactions.size(); i++) {
      graph.addVertex(i);
    }
    for (Level part : Level.values()) {
      if (level.has(part)) {
        edges.get(part).forEach(edge -> graph.addEdge(edge.get(0), edge.get(1)));
      }
    }
    return graph;
  }

  private void findWriters() {
    Set<Long> commitVersions = new HashSet<>();
    for (int i = 0; i < transactions.size(); i++) {
      Transaction transaction = transactions.get(i);
      if (transaction.commitVersion != 0 && !commitVersions.add(transaction.commitVersion)) {
        badAccesses.add(AnomalyKind.DUPLICATE_VERSION);
      }
      for (Access access : transaction.accesses) {
        if (!access.write) {
          continue;
        }
        NavigableMap<Long, Integer> versions =
            writers.computeIfAbsent(access.key, unused -> new TreeMap<>());
        if (access.version <= 0 || versions.getOrDefault(access.version, i) != i) {
          badAccesses.add(AnomalyKind.DUPLICATE_VERSION);
        } else {
          versions.put(access.version, i);
          values
              .computeIfAbsent(access.key, unused -> new HashMap<>())
              .put(access.version, access.value);
        }
      }
    }
  }

  private void findBadReads() {
    for (int i = 0; i < transactions.size(); i++) {
      for (Access access : transactions.get(i).accesses) {
        if (access.write) {
          continue;
        }
        Integer writer = writer(access.key, access.version);
        if (access.version <= 0) {
          if (access.value != 0) {
            badAccesses.add(AnomalyKind.G1B);
          }
        } else if (writer == null) {
          badAccesses.add(AnomalyKind.G1A);
        } else if (writer != i
            && (values.get(access.key).get(access.version) != access.value
                || writer.equals(nextWriter(access.key, access.version)))) {
          badAccesses.add(AnomalyKind.G1B);
        }
      }
    }
  }

  private Integer writer(int key, long version) {
    return writers.getOrDefault(key, new TreeMap<>()).get(version);
  }

  private Integer nextWriter(int key, long version) {
    Map.Entry<Long, Integer> next = writers.getOrDefault(key, new TreeMap<>()).higherEntry(version);
    return next == null ? null : next.getValue();
  }

  /**
   * Returns the key's last absence (deletion or initial absence) with at most the given version.
   */
  private long lastAbsence(int key, long version) {
    return writers.getOrDefault(key, new TreeMap<>()).headMap(version, true).keySet().stream()
        .filter(deletion -> values.get(key).get(deletion) == 0)
        .reduce(0L, Math::max);
  }

  private void findEdges() {
    for (NavigableMap<Long, Integer> versions : writers.values()) {
      List<Integer> inOrder = new ArrayList<>(versions.values());
      for (int i = 1; i < inOrder.size(); i++) {
        edge(Level.WRITES, inOrder.get(i - 1), inOrder.get(i));
      }
    }
    for (int i = 0; i < transactions.size(); i++) {
      for (Access access : transactions.get(i).accesses) {
        long version =
            access.version < 0 ? lastAbsence(access.key, -access.version) : access.version;
        if (!access.write && (version == 0 || writer(access.key, version) != null)) {
          edge(Level.INFORMATION_FLOW, writer(access.key, version), i);
          edge(Level.DATA, i, nextWriter(access.key, version));
        }
      }
      for (int j = 0; j < transactions.size(); j++) {
        if (transactions.get(i).endNs < transactions.get(j).beginNs) {
          edge(Level.REAL_TIME, i, j);
        }
      }
    }
  }

  private void edge(Level level, Integer from, Integer to) {
    if (from != null && to != null && !from.equals(to)) {
      edges.get(level).add(List.of(from, to));
    }
  }
}
