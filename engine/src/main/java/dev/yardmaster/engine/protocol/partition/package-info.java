/**
 * Partition locking: a transaction locks whole partitions of the keys before its logic runs, and
 * then accesses the records of these partitions without further checks (Kallman and others,
 * <i>H-Store: A High-Performance, Distributed Main Memory Transaction Processing System</i>, VLDB
 * 2008; PartCC in the CormCC paper, section 5). It is the fastest protocol if each transaction
 * needs one partition, and the slowest if every transaction needs several.
 *
 * <p>Read {@link dev.yardmaster.engine.protocol.partition.PartitionLocking} first, then {@code
 * PartitionLocks}, then {@code PartitionControl}.
 */
package dev.yardmaster.engine.protocol.partition;
