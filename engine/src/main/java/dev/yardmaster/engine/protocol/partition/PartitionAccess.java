package dev.yardmaster.engine.protocol.partition;

import dev.yardmaster.engine.protocol.Access;

/**
 * An access without state of its own, because the transaction has locked the record's whole
 * partition.
 */
final class PartitionAccess extends Access {

  PartitionAccess() {}
}
