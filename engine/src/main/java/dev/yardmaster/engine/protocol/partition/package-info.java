/**
 * Partition locking: a transaction locks whole partitions of the keys before its logic runs, and
 * then accesses the records of these partitions without further checks (Kallman and others,
 * <i>H-Store: A High-Performance, Distributed Main Memory Transaction Processing System</i>, VLDB
 * 2008; PartCC in the CormCC paper, section 5). Partition locking is the fastest protocol if each
 * transaction needs one partition, and the slowest if every transaction needs several.
 *
 * <p>Start reading at {@link dev.yardmaster.engine.protocol.partition.PartitionLocking}, then read
 * {@code PartitionLocks} and {@code PartitionControl}.
 */
package dev.yardmaster.engine.protocol.partition;
