package dev.yardmaster.storage.worker;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.VersionedStore;

/**
 * A message to the worker of one shard that requests reads of the shard's data at a version. The
 * worker owns the message from the sender's offer until the worker's answer.
 */
public abstract class SnapshotRead {

  private final long version;

  /**
   * Creates a message.
   *
   * @param version a commit version; every version up to it is installed
   */
  protected SnapshotRead(long version) {
    this.version = version;
  }

  /** Reads the data at the version, and passes the result to the sender. Must not block. */
  protected abstract void read(VersionedStore store, long asOf);

  /** Tells the sender why the data cannot be read. Must not block. */
  public abstract void fail(YardmasterException error);

  /**
   * Answers the message with the data of the worker's shard.
   *
   * @param horizon the lowest version at which the shard can still be read
   */
  final void serve(VersionedStore store, long horizon) {
    if (version < horizon) {
      fail(tooOld(version, "horizon", horizon));
    } else {
      read(store, version);
    }
  }

  /**
   * Returns the error of a snapshot that has ended.
   *
   * @param limit the name of the limit that ended the snapshot
   * @param value the value of the limit
   */
  public static YardmasterException tooOld(long version, String limit, Object value) {
    return new YardmasterException(
        ErrorCode.SNAPSHOT_TOO_OLD,
        "the values that the snapshot needs are no longer kept; open a new snapshot",
        "version",
        version,
        limit,
        value);
  }
}
