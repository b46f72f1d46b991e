package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.benchmarks.virtual.meter.PipelineOperation;

/**
 * The costs of a pipeline's operations on one core, in ns, with a component for each {@link
 * PipelineOperation}.
 *
 * <p>The values of {@link #MEASURED} are rounded results of {@link CostMeasurement} on an idle
 * machine with two cores. The measurement cannot separate operations that always occur together, so
 * {@code execution} is taken as a part of the measured cost of a commit. The costs of a search and
 * of a duty cycle without work come from an earlier measurement. The model contains no rates of
 * aborts and repairs, because these follow from the agents' own code. In the model, the cost of a
 * key does not depend on caches, and the cost of a transaction does not depend on the number in
 * flight. The cost of a message between cores is assumed, not measured.
 *
 * <p>The costs from {@code slicedAccess} on belong to the model of a sharded validator ({@code
 * ShardCostMeasurement}). These costs were measured on a busy machine. They are scaled by the ratio
 * of {@code validatedRead} to the time of a table read in that measurement. The model assumes that
 * {@code remark} costs as much as an undecided read, and {@code condition} as much as a validated
 * read. {@code decided} is the cost of a final validation without its lookups. The model of shards
 * charges {@code decided} to its single validator, too, but a pipeline ({@link VirtualRun}) does
 * not pay it.
 *
 * @param handOverNs time that a message between cores takes
 */
public record PipelineCosts(
    double handOverNs,
    double idleCycle,
    double coordination,
    double message,
    double run,
    double execution,
    double commit,
    double storageBatch,
    double storedRead,
    double storedWrite,
    double request,
    double batch,
    double preValidatedRead,
    double reordered,
    double edge,
    double greedyEdge,
    double search,
    double validatedRead,
    double validatedWrite,
    double repair,
    double remoteMessage,
    double slicedAccess,
    double undecidedRead,
    double undecidedWrite,
    double remark,
    double condition,
    double decided) {

  /** The costs on the machine that measured the results in docs/results. */
  public static final PipelineCosts MEASURED =
      new PipelineCosts(
          100, 25, 250, 195, 45, 60, 240, 290, 28, 140, 10, 300, 17, 95, 12.5, 14, 20_000, 13, 30,
          550, 50, 7, 24, 24, 24, 13, 62);

  double ns(PipelineOperation operation) {
    return switch (operation) {
      case IDLE_CYCLE -> idleCycle;
      case COORDINATION -> coordination;
      case MESSAGE -> message;
      case RUN -> run;
      case EXECUTION -> execution;
      case COMMIT -> commit;
      case STORAGE_BATCH -> storageBatch;
      case STORED_READ -> storedRead;
      case STORED_WRITE -> storedWrite;
      case REQUEST -> request;
      case BATCH -> batch;
      case PRE_VALIDATED_READ -> preValidatedRead;
      case REORDERED -> reordered;
      case EDGE -> edge;
      case GREEDY_EDGE -> greedyEdge;
      case SEARCH -> search;
      case VALIDATED_READ -> validatedRead;
      case VALIDATED_WRITE -> validatedWrite;
      case REPAIR -> repair;
      case REMOTE_MESSAGE -> remoteMessage;
      case SLICED_ACCESS -> slicedAccess;
      case UNDECIDED_READ -> undecidedRead;
      case UNDECIDED_WRITE -> undecidedWrite;
      case REMARK -> remark;
      case CONDITION -> condition;
      case DECIDED -> decided;
    };
  }
}
