package dev.yardmaster.replication.pipeline;

import dev.yardmaster.processor.Storage;

/** The same with a table below the stores. */
class DiskFollowerSnapshotsTest extends FollowerSnapshotsTest {

  @Override
  Storage storage() {
    return Storage.DISK;
  }
}
