package dev.yardmaster.proof.checker;

import java.util.List;

/** An anomaly of a history, with its evidence. Instances are immutable. */
public final class Anomaly {

  private final AnomalyKind kind;
  private final long count;
  private final int cycleLength;
  private final List<String> lines;
  private final String dot;

  Anomaly(AnomalyKind kind, long count, int cycleLength, List<String> lines, String dot) {
    this.kind = kind;
    this.count = count;
    this.cycleLength = cycleLength;
    this.lines = List.copyOf(lines);
    this.dot = dot;
  }

  /** Returns the kind of the anomaly. */
  public AnomalyKind kind() {
    return kind;
  }

  /**
   * Returns the number of occurrences. For a cycle, this is the number of transactions on cycles of
   * this kind, or an upper bound of this number. If the number is an upper bound, {@link
   * #inWords()} says so.
   */
  public long count() {
    return count;
  }

  /** Returns the number of transactions in the cycle; 0 if the anomaly is not a cycle. */
  public int cycleLength() {
    return cycleLength;
  }

  /**
   * Returns a line with the name and meaning of the anomaly, followed by a line for each step of
   * the cycle (at most 100) or for each example.
   */
  public String inWords() {
    StringBuilder words =
        new StringBuilder().append(kind.label()).append(": ").append(kind.meaning());
    for (String line : lines) {
      words.append("\n  ").append(line);
    }
    return words.toString();
  }

  /**
   * Returns the anomaly as a drawing in Graphviz's language DOT. The graph's nodes are
   * transactions. Each edge has its reason as a label.
   */
  public String asDot() {
    return dot;
  }

  @Override
  public String toString() {
    return inWords();
  }
}
