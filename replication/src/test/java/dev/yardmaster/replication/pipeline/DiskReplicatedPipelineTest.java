package dev.yardmaster.replication.pipeline;

import dev.yardmaster.processor.Storage;

/** Machines that have their data on disk, and flush it by frequent snapshots. */
class DiskReplicatedPipelineTest extends ReplicatedPipelineTest {
  @Override
  Storage storage() {
    return Storage.DISK;
  }
}
