package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.measure.Results;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The positions of sides on the horizontal axis of a report's line charts, such as the skew or the
 * number of workers of a side. A side has its position from the first chart that has exactly one
 * position for the side.
 */
final class AxisPositions {

  private final Map<SideRef, Position> bySide = new HashMap<>();

  private record SideRef(String at, String side) {}

  /**
   * A position on a horizontal axis.
   *
   * @param label the label of the axis, with the unit
   */
  record Position(double x, String label) {}

  private AxisPositions(Report report) {
    for (Section section : report.sections()) {
      section.panels().stream().filter(panel -> panel.kind().hasLines()).forEach(this::add);
    }
  }

  static AxisPositions of(Report report) {
    return new AxisPositions(report);
  }

  private void add(Panel panel) {
    Map<SideRef, Position> here = new HashMap<>();
    Set<SideRef> several = new HashSet<>();
    for (Series series : panel.series()) {
      for (Mark mark : series.marks()) {
        SideRef side = new SideRef(mark.value().point(), mark.value().side());
        Position position = new Position(mark.x(), panel.xLabel());
        Position earlier = here.putIfAbsent(side, position);
        if (mark.across() != null || (earlier != null && !earlier.equals(position))) {
          several.add(side);
        }
      }
    }
    here.keySet().removeAll(several);
    here.forEach(bySide::putIfAbsent);
  }

  /** Returns the position of a side, if the report has one. */
  Optional<Position> of(Results results, Results.Row row) {
    return Optional.ofNullable(bySide.get(new SideRef(results.at(), row.label())));
  }
}
