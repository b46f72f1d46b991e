package dev.yardmaster.benchmarks.virtual.meter;

import dev.yardmaster.benchmarks.virtual.PipelineCosts;

/** The operations of a pipeline's agents that cost time. {@link PipelineCosts} has their costs. */
public enum PipelineOperation {
  /** A duty cycle without work. */
  IDLE_CYCLE,
  /** A coordinator's duty cycle with work. */
  COORDINATION,
  /**
   * A message that a coordinator receives: values of keys, a validator's decision, or the notice
   * that writes are installed.
   */
  MESSAGE,
  /** The beginning of a run at a coordinator: its keys are declared and requested. */
  RUN,
  /** A run of logic at a coordinator, with the request to validate its outcome. */
  EXECUTION,
  /** A commit at its coordinator: the coordinator sends the writes and answers the caller. */
  COMMIT,
  /** A storage worker's duty cycle with work. */
  STORAGE_BATCH,
  /** A key read at storage. */
  STORED_READ,
  /** A key written at storage. */
  STORED_WRITE,
  /**
   * A request that the validator puts into a batch, or that a validator without batches receives.
   */
  REQUEST,
  /**
   * A batch that passes from one stage to the next, with the work at the beginning and the end of
   * the batch.
   */
  BATCH,
  /** A read that the validator looks up before it reorders a batch. */
  PRE_VALIDATED_READ,
  /** A transaction that the validator puts into a conflict graph and orders. */
  REORDERED,
  /** An edge of a conflict graph for the optimal solver. */
  EDGE,
  /** An edge of a conflict graph for a greedy solver. */
  GREEDY_EDGE,
  /** A batch whose search ended because its budget was used up. */
  SEARCH,
  /** A read that is looked up at the final validation. */
  VALIDATED_READ,
  /** A write that is recorded at the final validation. */
  VALIDATED_WRITE,
  /** A transaction that runs again at the final validation. */
  REPAIR,
  /** A message from another core, whose cache lines must be transferred. */
  REMOTE_MESSAGE,
  /** An access that the leader of a sharded validator puts into a slice. */
  SLICED_ACCESS,
  /** A read that a shard looks up in its undecided writes. */
  UNDECIDED_READ,
  /** A write that a shard adds to its undecided writes. */
  UNDECIDED_WRITE,
  /** A shard's remark about a read, which the leader joins with the other shards' remarks. */
  REMARK,
  /** A condition that the leader resolves. */
  CONDITION,
  /** A transaction that the leader decides and answers. */
  DECIDED
}
