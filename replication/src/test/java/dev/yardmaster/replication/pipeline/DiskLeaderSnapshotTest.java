package dev.yardmaster.replication.pipeline;

import dev.yardmaster.processor.Storage;

/** Snapshots of a machine that leads and has its data on disk. */
class DiskLeaderSnapshotTest extends LeaderSnapshotTest {
  @Override
  Storage storage() {
    return Storage.DISK;
  }
}
