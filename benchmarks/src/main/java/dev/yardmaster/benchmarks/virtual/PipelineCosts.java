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
    double run,
    double commit,
    double storageBatch,
    double storedRead,
    double storedWrite,
    double request,
    double batch,
    double preValidatedRead,
    double reordered,
    double edge,
    double search,
    double validatedRead,
    double validatedWrite,
    double repair,
    double remoteMessage) {

  public static final PipelineCosts MEASURED =
      new PipelineCosts(
          100, 15, 100, 700, 500, 60, 50, 50, 30, 100, 10, 50, 10, 20_000, 10, 20, 500, 50);

  double ns(Chore chore) {
    return switch (chore) {
      case IDLE_CYCLE -> idleCycle;
      case COORDINATION -> coordination;
      case RUN -> run;
      case COMMIT -> commit;
      case STORAGE_BATCH -> storageBatch;
      case STORED_READ -> storedRead;
      case STORED_WRITE -> storedWrite;
      case REQUEST -> request;
      case BATCH -> batch;
      case PRE_VALIDATED_READ -> preValidatedRead;
      case REORDERED -> reordered;
      case EDGE -> edge;
      case SEARCH -> search;
      case VALIDATED_READ -> validatedRead;
      case VALIDATED_WRITE -> validatedWrite;
      case REPAIR -> repair;
      case REMOTE_MESSAGE -> remoteMessage;
    };
  }
}
