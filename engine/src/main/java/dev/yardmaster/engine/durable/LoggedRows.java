package dev.yardmaster.engine.durable;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.table.TableKeys;
import dev.yardmaster.storage.log.format.RecordEncoder;
import java.nio.ByteBuffer;
import org.jspecify.annotations.NullUnmarked;

/**
 * The rows that one transaction writes, encoded for the transaction's record in the log. The
 * entries of secondary indexes are not in the log. One thread at a time uses an instance.
 */
@NullUnmarked // Internal: fields and results may be null.
public final class LoggedRows {

  private final boolean withValues;
  private AccessSet accesses;

  /**
   * Creates an instance without a transaction; {@link #of} sets the transaction.
   *
   * @param withValues whether the log record includes the rows of tables whose rows are untyped
   *     values. In a service, these rows are the untyped keys and values, and the service logs them
   *     itself
   */
  public LoggedRows(boolean withValues) {
    this.withValues = withValues;
  }

  /** Sets the transaction, and returns whether it writes or deletes any row that is logged. */
  public boolean of(AccessSet ofTransaction) {
    accesses = ofTransaction;
    for (int i = 0; i < accesses.size(); i++) {
      if (isLogged(accesses.get(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean isLogged(Access access) {
    return access.isWrite()
        && !access.table().isOfIndex()
        && (withValues || !access.table().layout().isValue());
  }

  /** Returns the number of logged rows that the transaction writes or deletes. */
  public int count() {
    int count = 0;
    for (int i = 0; i < accesses.size(); i++) {
      count += isLogged(accesses.get(i)) ? 1 : 0;
    }
    return count;
  }

  /** Returns the total length of the logged rows, without their keys, in bytes. */
  public long bytes() {
    long bytes = 0;
    for (int i = 0; i < accesses.size(); i++) {
      Access access = accesses.get(i);
      if (isLogged(access) && access.isPresent()) {
        bytes += access.imageBytes();
      }
    }
    return bytes;
  }

  /** As {@link dev.yardmaster.engine.redo.CommitContent#length}. */
  public long length(RecordEncoder encoder) {
    long length = 0;
    for (int i = 0; i < accesses.size(); i++) {
      Access access = accesses.get(i);
      if (isLogged(access)) {
        byte[] rest = access.rest();
        if (rest != null && (rest.length == 0 || rest.length > Key.MAX_ID_BYTES)) {
          var unused = TableKeys.key(access.table(), access.key(), rest); // Checks the key.
        }
        length += encoder.length(access.table().name(), rest, valueBytes(access));
      }
    }
    return length;
  }

  private static int valueBytes(Access access) {
    return access.isPresent() ? access.imageBytes() : RecordEncoder.DELETED;
  }

  /** As {@link dev.yardmaster.engine.redo.CommitContent#put}. */
  public void put(RecordEncoder encoder) {
    for (int i = 0; i < accesses.size(); i++) {
      Access access = accesses.get(i);
      if (isLogged(access)) {
        ByteBuffer into =
            encoder.put(access.table().name(), access.key(), access.rest(), valueBytes(access));
        if (access.isPresent()) {
          access.putImage(into);
        }
      }
    }
  }
}
