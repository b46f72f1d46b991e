package dev.yardmaster.benchmarks.virtual;

/**
 * What a pipeline's work costs on one core, in ns.
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

  public static final PipelineCosts MEASURED =
      new PipelineCosts(
          100, 25, 300, 140, 60, 80, 300, 200, 20, 90, 10, 250, 15, 80, 7, 7, 20_000, 12, 60, 500,
          50);

  double ns(Chore chore) {
    return switch (chore) {
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
