package dev.yardmaster.benchmarks.attack;

import dev.yardmaster.benchmarks.process.ChildProcess;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts servers and attackers in child processes, the attackers with the lowest priority. */
final class ChildProcessLauncher implements AttackLauncher {

  @Override
  public Running startServer(Path folder, boolean isTls, List<String> settings)
      throws InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(folder.toString(), Boolean.toString(isTls)));
    arguments.addAll(settings);
    ChildProcess process =
        ChildProcess.start(AttackedServer.class, arguments.toArray(String[]::new));
    try {
      AttackTarget target =
          AttackedServer.target(folder, process.port(), AttackedServer.adminPort(folder), isTls);
      return new ServerProcess(process, target);
    } catch (IOException e) {
      process.close();
      throw new WorkloadFailure("the server's files cannot be read: " + e.getMessage(), e);
    }
  }

  private record ServerProcess(ChildProcess process, AttackTarget target) implements Running {

    @Override
    public boolean isAlive() {
      return process.isAlive();
    }

    @Override
    public void close() {
      process.close();
    }
  }

  @Override
  public Attack startAttack(AttackKind kind, AttackTarget target) throws InterruptedException {
    try {
      Path acts = Files.createTempFile("yardmaster-acts-", ".txt");
      return new AttackerProcess(
          ChildProcess.startWithLowPriority(
              Attackers.class, Attackers.arguments(kind, target, acts)),
          acts);
    } catch (IOException e) {
      throw new WorkloadFailure("cannot start attackers: " + e.getMessage(), e);
    }
  }

  /** Attackers, who write the number of their acts to a file when they end. */
  private static final class AttackerProcess implements Attack {

    private final ChildProcess process;
    private final Path file;
    private long acts;

    AttackerProcess(ChildProcess process, Path file) {
      this.process = process;
      this.file = file;
    }

    @Override
    public long acts() {
      return acts;
    }

    @Override
    public void close() {
      process.close();
      try {
        String text = Files.readString(file);
        acts = text.isEmpty() ? 0 : Long.parseLong(text);
        Files.deleteIfExists(file);
      } catch (NoSuchFileException closedBefore) {
        // The number is known.
      } catch (IOException e) {
        throw new WorkloadFailure("the attackers' report cannot be read: " + e.getMessage(), e);
      }
    }
  }
}
