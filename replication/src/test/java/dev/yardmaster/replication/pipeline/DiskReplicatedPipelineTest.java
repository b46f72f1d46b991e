package dev.yardmaster.replication.pipeline;

import dev.yardmaster.processor.Storage;

/** Tests machines that have their data on disk and flush the data by frequent snapshots. */
class DiskReplicatedPipelineTest extends ReplicatedPipelineTest {
  @Override
  Storage storage() {
    return Storage.DISK;
  }
}
