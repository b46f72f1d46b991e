package dev.yardmaster.engine.protocol.partition;

import dev.yardmaster.engine.protocol.Access;

/** An access without any state of its own: the transaction has locked the record's partition. */
final class PartitionAccess extends Access {

  PartitionAccess() {}
}
