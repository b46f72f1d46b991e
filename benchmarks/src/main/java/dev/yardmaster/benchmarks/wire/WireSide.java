package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.benchmarks.run.LoadRun;
import dev.yardmaster.benchmarks.workload.Workload;
import java.util.Optional;

/** A side of a comparison over the wire; what it talks to runs already. */
public interface WireSide {

  /** A round's figures, and what is wrong with its data. */
  record Ended(WireFigures figures, Optional<String> brokenInvariant) {}

  /** Its name on command lines and in reports. */
  String label();

  /**
   * Connects, loads, runs, checks, and hangs up. The coordinator's thread.
   *
   * @param recordedNs how long it is recorded, in ns
   */
  Ended run(WireLoad load, long recordedNs, LoadRun.IntervalProgress progress)
      throws InterruptedException;

  /** A server that runs somewhere. */
  static WireSide remote(
      RemoteServer server, int connections, Workload workload, Yardmaster yardmaster) {
    return new BankSide(
        WireSideName.SERVER.label(), workload, () -> yardmaster.connect(server, connections));
  }
}
