package dev.yardmaster.proof.checker;

import dev.yardmaster.proof.checker.BadAccesses.BadAccess;
import java.util.ArrayList;
import java.util.List;

/** Turns the findings of a check into anomalies with texts and drawings. */
final class AnomalyReport {

  /**
   * The maximum number of steps of a cycle that are reported. A reader needs no more steps. The
   * limit also bounds the time, because the key of each step is found by a search through all keys.
   */
  private static final int MAX_STEPS_SHOWN = 100;

  private final Wording wording;

  AnomalyReport(Wording wording) {
    this.wording = wording;
  }

  /** Returns one anomaly for each kind of bad access that was found. */
  List<Anomaly> badAccesses(BadAccesses bad) {
    List<Anomaly> anomalies = new ArrayList<>();
    bad.counts().forEach((kind, count) -> anomalies.add(badAccesses(kind, count, bad.first(kind))));
    return anomalies;
  }

  private Anomaly badAccesses(AnomalyKind kind, long count, List<BadAccess> examples) {
    List<String> lines = new ArrayList<>();
    Dot dot = new Dot(kind.label());
    for (BadAccess bad : examples) {
      lines.add(wording.badAccess(kind, bad));
      draw(dot, bad);
    }
    lines.add(
        count > examples.size()
            ? "and " + (count - examples.size()) + " more; " + count + " in all"
            : count + " in all");
    return new Anomaly(kind, count, 0, lines, dot.toString());
  }

  private void draw(Dot dot, BadAccess bad) {
    String label =
        bad.key() == BadAccesses.NONE
            ? "commit version " + bad.version()
            : wording.key(bad.key()) + " at " + bad.version();
    boolean nobody = bad.other() == BadAccesses.NONE;
    dot.edge(
        nobody ? "none" : node(bad.other()),
        nobody ? "no transaction" : wording.transaction(bad.other()),
        node(bad.transaction()),
        wording.transaction(bad.transaction()),
        label);
  }

  /**
   * Returns the anomaly of a cycle.
   *
   * @param coreSize the number of transactions in the core (the transactions that may be on cycles)
   *     of the searched level
   * @param whole whether the search covered the whole core
   */
  Anomaly cycle(Cycle cycle, CycleSearch.Found found, int coreSize, boolean whole) {
    AnomalyKind kind = cycle.kind();
    List<String> lines = new ArrayList<>();
    Dot dot = new Dot(kind.label());
    int steps = cycle.steps().size();
    int shown = Math.min(steps, MAX_STEPS_SHOWN);
    for (CycleEdge step : cycle.steps().subList(0, shown)) {
      lines.add(wording.step(step));
      dot.edge(
          node(step.from()),
          wording.transaction(step.from()),
          node(step.to()),
          wording.transaction(step.to()),
          wording.label(step));
    }
    if (shown < steps) {
      lines.add("and " + (steps - shown) + " more steps, back to the first transaction");
    }
    int count = whole ? found.onCycles() : coreSize;
    lines.add((whole ? "" : "up to ") + count + " transactions lie on cycles of such edges");
    boolean shortest = (found.shortest() && whole) || steps == 2;
    lines.add(
        shortest
            ? "no cycle of such edges is shorter"
            : "there may be a shorter cycle, since the search was not complete");
    return new Anomaly(kind, count, steps, lines, dot.toString());
  }

  private static String node(int transaction) {
    return "t" + transaction;
  }
}
