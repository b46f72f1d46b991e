package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.report.Panel;
import java.util.ArrayList;
import java.util.List;

/**
 * Where reordering loses: what the paper has in one sentence (5.7), measured. Its claims are ours;
 * one that falls short says that reordering does not lose there.
 */
final class LosesFigures {

  private final BatchingScale scale;
  private final PipelineLosses pipeline;
  private final SchedulerLosses schedulers;

  LosesFigures(
      BatchingScale scale, BatchingPoints points, YcsbPoints ycsb, DatabasePoints database) {
    this.scale = scale;
    pipeline = new PipelineLosses(scale, points);
    schedulers = new SchedulerLosses(scale, ycsb, database);
  }

  Figure figure(String id) {
    List<Point> points = new ArrayList<>(pipeline.points());
    points.addAll(schedulers.points());
    List<Panel> panels = new ArrayList<>(pipeline.panels());
    panels.addAll(schedulers.panels());
    List<Claim> claims = new ArrayList<>(pipeline.claims());
    claims.addAll(schedulers.claims());
    return new Figure(
        id,
        "Beyond the paper",
        "where reordering loses",
        scale.micro(
            "processor time is that of the pipeline's threads with a closed loop's clients on"
                + " them; the engine and PostgreSQL as in Figures 23 to 28. The claims are ours:"
                + " one that falls short says that reordering does not lose there"),
        points,
        panels,
        claims,
        List.of());
  }
}
