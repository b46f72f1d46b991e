package dev.yardmaster.benchmarks.attack;

import dev.yardmaster.benchmarks.process.MeasuredProcess;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts servers and attackers in child processes, the attackers with the lowest priority. */
final class ChildProcessLauncher implements AttackLauncher {

  private static final String COUNTERS = "attack-counters";
  private static final double NS_PER_SECOND = 1e9;

  @Override
  public Running startServer(Path folder, boolean isTls, List<String> settings)
      throws InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(folder.toString(), Boolean.toString(isTls)));
    arguments.addAll(settings);
    MeasuredProcess process =
        MeasuredProcess.start(AttackedServer.class, arguments.toArray(String[]::new));
    try {
      AttackTarget target =
          AttackedServer.target(folder, process.port(), AttackedServer.adminPort(folder), isTls);
      return new ServerProcess(process, target);
    } catch (IOException e) {
      process.close();
      throw new WorkloadFailure("the server's files cannot be read: " + e.getMessage(), e);
    }
  }

  private record ServerProcess(MeasuredProcess process, AttackTarget target) implements Running {

    @Override
    public boolean isAlive() {
      return process.isAlive();
    }

    @Override
    public double cpuSeconds() {
      return process.cpuTime().map(used -> used.toNanos() / NS_PER_SECOND).orElse(Double.NaN);
    }

    @Override
    public void close() {
      process.close();
    }
  }

  @Override
  public Attack startAttack(AttackKind kind, AttackTarget target) throws InterruptedException {
    Path file = target.attackerToken().resolveSibling(COUNTERS);
    try {
      // The child of an earlier round may still map the old file, so the counters get a new file.
      Files.deleteIfExists(file);
      AttackCounters counters = AttackCounters.open(file);
      MeasuredProcess process =
          MeasuredProcess.startWithLowPriority(
              Attackers.class, Attackers.arguments(kind, target, file));
      return new AttackerProcess(process, counters);
    } catch (IOException e) {
      throw new WorkloadFailure("cannot start attackers: " + e.getMessage(), e);
    }
  }

  /** The attackers' process. It counts acts in a file that this process maps. */
  private record AttackerProcess(MeasuredProcess process, AttackCounters counters)
      implements Attack {

    @Override
    public AttackCounts counts() {
      if (!process.isAlive()) {
        throw new WorkloadFailure("the attackers' process ended early");
      }
      return counters.counts();
    }

    @Override
    public void close() {
      process.close();
    }
  }
}
