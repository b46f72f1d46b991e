package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessList;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.Table;
import java.util.Arrays;

/**
 * All accesses of a transaction. Each access is also in the access list of the part that manages
 * the access. A part is a protocol of the mix.
 */
final class MixedAccessSet extends AccessSet {

  /** An access that is only for the recorded history. No protocol validates it. */
  private static final class MissingAccess extends Access {}

  private final Partitioning partitioning;
  private final AccessList[] lists;
  private final AccessList missing = new AccessList(MissingAccess::new);
  private ProtocolTable table;

  /**
   * The number of the part that manages each access. If the access has a shadow, the bitwise
   * complement of this number.
   */
  private byte[] parts = new byte[32];

  /** The shadow of each access. If an access has no shadow, its element is unspecified. */
  private Access[] shadows = new Access[32];

  /**
   * Creates an empty set.
   *
   * @param lists the access list of each part
   */
  MixedAccessSet(Partitioning partitioning, AccessList[] lists) {
    super(MissingAccess::new);
    this.partitioning = partitioning;
    this.lists = lists;
  }

  /** Returns the access list of a part. */
  AccessList list(int part) {
    return lists[part];
  }

  /** Sets the table that assigns the accesses of the current attempt to parts. */
  void use(ProtocolTable itsTable) {
    table = itsTable;
  }

  @Override
  public Access add(Table of, int record, long key, byte[] rest) {
    if (record < 0) {
      return include(missing.add(of, record, key, rest), 0, false);
    }
    int partition = partitioning.indexOf(of, key, rest);
    int part = table.part(partition);
    boolean isMediated = table.isMediated(partition);
    Access access = include(lists[part].add(of, record, key, rest), part, isMediated);
    access.inPartition(partition);
    if (isMediated) {
      Access shadow = lists[table.to()].add(of, record, key, rest);
      shadow.leaveInstallation();
      shadow.inPartition(partition);
      shadows[access.position()] = shadow;
    }
    return access;
  }

  private Access include(Access access, int part, boolean isMediated) {
    int position = size();
    if (position == parts.length) {
      parts = Arrays.copyOf(parts, 2 * position);
      shadows = Arrays.copyOf(shadows, 2 * position);
    }
    include(access);
    added(access);
    parts[position] = (byte) (isMediated ? ~part : part);
    return access;
  }

  /** Returns the part that manages an access. */
  int part(Access access) {
    int part = parts[access.position()];
    return part < 0 ? ~part : part;
  }

  /** Returns the shadow of an access, or null if it has none. */
  Access shadow(Access access) {
    return parts[access.position()] < 0 ? shadows[access.position()] : null;
  }

  /** Clears the lists of the parts, and so ends each access once. */
  @Override
  protected void endAll() {
    for (AccessList list : lists) {
      list.clear();
    }
    missing.clear();
  }
}
