package dev.yardmaster.proof.checker;

import java.util.List;

/** An anomaly of a history, with its evidence. Immutable. */
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

  /** What it is. */
  public AnomalyKind kind() {
    return kind;
  }

  /**
   * How often it was found; of a cycle, how many transactions lie on cycles like it, or how many
   * may if {@link #inWords()} says so.
   */
  public long count() {
    return count;
  }

  /** How many transactions its cycle has; 0 if it is none. */
  public int cycleLength() {
    return cycleLength;
  }

  /**
   * Its name and meaning, then a line for each step of the cycle (at most 100) or for each example.
   */
  public String inWords() {
    StringBuilder words =
        new StringBuilder().append(kind.label()).append(": ").append(kind.meaning());
    for (String line : lines) {
      words.append("\n  ").append(line);
    }
    return words.toString();
  }

  /** What the words tell in Graphviz DOT: transactions are nodes, edges say why. */
  public String asDot() {
    return dot;
  }

  @Override
  public String toString() {
    return inWords();
  }
}
