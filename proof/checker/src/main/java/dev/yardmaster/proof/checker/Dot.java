package dev.yardmaster.proof.checker;

import java.util.LinkedHashMap;
import java.util.Map;

/** A drawing in the language of Graphviz, with texts on nodes and labels on edges. */
final class Dot {

  private final StringBuilder edges = new StringBuilder();
  private final Map<String, String> nodes = new LinkedHashMap<>();
  private final String title;

  Dot(String title) {
    this.title = title;
  }

  /**
   * Adds an edge between two nodes. The ids identify the nodes, and the drawing shows the texts.
   */
  void edge(String fromId, String fromText, String toId, String toText, String label) {
    nodes.putIfAbsent(fromId, fromText);
    nodes.putIfAbsent(toId, toText);
    edges.append("  ").append(fromId).append(" -> ").append(toId);
    edges.append(" [label=").append(quoted(label)).append("];\n");
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  @Override
  public String toString() {
    StringBuilder dot = new StringBuilder("digraph anomaly {\n");
    dot.append("  label=").append(quoted(title)).append(";\n");
    nodes.forEach(
        (id, text) ->
            dot.append("  ").append(id).append(" [label=").append(quoted(text)).append("];\n"));
    return dot.append(edges).append("}\n").toString();
  }
}
