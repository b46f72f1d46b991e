package dev.yardmaster.replication.pipeline;

import dev.yardmaster.processor.Storage;

/** Runs the tests of {@link FollowerSnapshotsTest} on a replica that has its data on disk. */
class DiskFollowerSnapshotsTest extends FollowerSnapshotsTest {

  @Override
  Storage storage() {
    return Storage.DISK;
  }
}
