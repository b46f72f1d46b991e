package dev.yardmaster.proof.checker;

import dev.yardmaster.proof.checker.BadAccesses.BadAccess;
import java.util.ArrayList;
import java.util.List;

/** Makes anomalies of what was found: words and drawings. */
final class AnomalyReport {

  /** Steps of a cycle that are told; nobody reads more, and each key takes a search. */
  private static final int MAX_STEPS_TOLD = 100;

  private final Wording wording;

  AnomalyReport(Wording wording) {
    this.wording = wording;
  }

  /** One anomaly for each kind of bad access. */
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
        nobody ? "nobody" : node(bad.other()),
        nobody ? "nobody" : wording.transaction(bad.other()),
        node(bad.transaction()),
        wording.transaction(bad.transaction()),
        label);
  }

  /**
   * The anomaly of a cycle.
   *
   * @param coreSize how many transactions the core of the level has
   * @param whole whether all of it was searched
   */
  Anomaly cycle(Cycle cycle, CycleSearch.Found found, int coreSize, boolean whole) {
    AnomalyKind kind = cycle.kind();
    List<String> lines = new ArrayList<>();
    Dot dot = new Dot(kind.label());
    int steps = cycle.steps().size();
    int told = Math.min(steps, MAX_STEPS_TOLD);
    for (Step step : cycle.steps().subList(0, told)) {
      lines.add(wording.step(step));
      dot.edge(
          node(step.from()),
          wording.transaction(step.from()),
          node(step.to()),
          wording.transaction(step.to()),
          wording.label(step));
    }
    if (told < steps) {
      lines.add("and " + (steps - told) + " steps more, back to the first transaction");
    }
    int count = whole ? found.onCycles() : coreSize;
    lines.add((whole ? "" : "up to ") + count + " transactions lie on cycles of such edges");
    boolean shortest = (found.shortest() && whole) || steps == 2;
    lines.add(
        shortest
            ? "no cycle of such edges is shorter"
            : "there may be a shorter cycle, since not all of them were searched");
    return new Anomaly(kind, count, steps, lines, dot.toString());
  }

  private static String node(int transaction) {
    return "t" + transaction;
  }
}
