package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.proof.simulator.disk.SimulatedDisk;
import dev.yardmaster.storage.log.Recovery;
import java.io.IOException;

/** Reads which commits a service will find on a disk when it starts there. */
final class SurvivingCommits {

  private SurvivingCommits() {}

  /**
   * Returns the highest commit version on a disk, 0 if there is none. The log is a prefix of the
   * commit order, so it contains everything that its life committed up to this version.
   *
   * @param disk is not changed
   * @throws SimulationFailure if the recovery refuses the disk
   */
  static long newestVersion(SimulatedDisk disk) {
    long[] newest = new long[1];
    try {
      Recovery.run(
          disk.copy(),
          (key, value, version) -> newest[0] = Math.max(newest[0], version),
          (bytes, of) -> {});
    } catch (IOException | YardmasterException e) {
      throw new SimulationFailure("what a life has left is refused by the next: " + e, e);
    }
    return newest[0];
  }
}
