package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.proof.simulator.disk.SimulatedDisk;
import dev.yardmaster.proof.simulator.schedule.SimulationFailure;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.table.DiskTable;
import java.io.IOException;

/** Determines the commits that a service finds when the service starts on a given disk. */
final class SurvivingCommits {

  private SurvivingCommits() {}

  /**
   * Returns the highest commit version on a disk; 0 if the disk has no commit. The log is a prefix
   * of the commit order, so it contains all commits of the service up to this version.
   *
   * @param disk the disk, which is not changed
   * @throws SimulationFailure if the recovery rejects the disk
   */
  static long newestVersion(SimulatedDisk disk) {
    long[] newest = new long[1];
    try {
      SimulatedDisk copy = disk.copy();
      DiskTable table = copy.table();
      boolean isOnDisk = table.state().version() > 0;
      Recovery.run(
          copy,
          isOnDisk ? table : null,
          unused -> (write, version) -> newest[0] = Math.max(newest[0], version),
          (bytes, of) -> {});
      table.scan(
          null,
          null,
          false,
          (key, value, version) -> {
            newest[0] = Math.max(newest[0], version);
            return true;
          });
    } catch (IOException | YardmasterException e) {
      throw new SimulationFailure("recovery rejects the disk that the service has left: " + e, e);
    }
    return newest[0];
  }
}
