package dev.yardmaster.benchmarks.virtual;

/**
 * What a pipeline's work costs on one core, in ns; a component for each {@link Operation}.
 *
 * <p>{@link #MEASURED} was made in two steps. {@link CostMeasurement} gave the relations of the
 * operations within each agent. It ran on a busy machine, whose caches others used too, so the
 * costs were then set, by hand, to what the micro benchmark reached on a quiet one:
 * docs/results/repair.md, {@code base}, {@code srvc}, {@code base+repair} and {@code srvc+repair}
 * at skews 0, 0.7, 0.9 and 1.2. How often runs abort or are repaired is no part of the model: that
 * is the agents' own doing. A key costs the same whether it is in a cache or not, and a transaction
 * the same however many are in flight. What a message costs between cores is assumed, not measured.
 *
 * @param handOverNs how long a message takes from core to core
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

  /** Those of the machine whose results are in docs/results. */
  public static final PipelineCosts MEASURED =
      new PipelineCosts(
          100, 25, 300, 140, 60, 80, 300, 200, 20, 75, 10, 250, 15, 70, 14, 9, 20_000, 12, 60, 400,
          50);

  double ns(Operation operation) {
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
