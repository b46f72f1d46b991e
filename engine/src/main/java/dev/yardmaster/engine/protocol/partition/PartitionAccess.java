package dev.yardmaster.engine.protocol.partition;

import dev.yardmaster.engine.protocol.Access;

/**
 * An access under partition locking. It has no additional fields, because the transaction locks the
 * whole partition of the record.
 */
final class PartitionAccess extends Access {

  PartitionAccess() {}
}
