package dev.yardmaster.benchmarks.virtual;

/**
 * The costs of a pipeline's operations on one core, in ns; a component for each {@link
 * PipelineOperation}.
 *
 * <p>The values of {@link #MEASURED} were determined in two steps. {@link CostMeasurement} gave the
 * proportions of the operations within each agent. This measurement ran on a busy machine with
 * shared caches, so the costs were then scaled by hand to the micro-benchmark's throughput on an
 * idle machine. The source of these figures is docs/results/repair.md, with {@code base}, {@code
 * srvc}, {@code base+repair} and {@code srvc+repair} at skews 0, 0.7, 0.9 and 1.2. The model does
 * not contain the rates of aborts and repairs, because they follow from the agents' own code. The
 * cost of a key is independent of caches, and the cost of a transaction is independent of the
 * number in flight. The cost of a message between cores is assumed, not measured.
 *
 * @param handOverNs time of a message between cores
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
    double remoteMessage) {

  /** The costs on the machine whose results are in docs/results. */
  public static final PipelineCosts MEASURED =
      new PipelineCosts(
          100, 25, 300, 140, 60, 80, 300, 200, 20, 75, 10, 250, 15, 70, 14, 9, 20_000, 12, 60, 400,
          50);

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
    };
  }
}
