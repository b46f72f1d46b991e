package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.workloads.Workload;

/**
 * A side that runs a workload on a server. One server can serve all rounds if the load of the
 * initial data overwrites all data of the workload.
 *
 * @param connect opens a connected service; each round opens a service and closes it
 */
public record ServerSide(String label, Workload workload, Connect connect, WireLoad load)
    implements Side {

  /** Opens a service that is connected to the server. */
  @FunctionalInterface
  public interface Connect {
    /** Connects to the server and returns the service. */
    TransactionService connect() throws InterruptedException;
  }

  /**
   * A listener that is called between the loading of a round's data and the start of the round's
   * load.
   */
  @FunctionalInterface
  public interface Loaded {
    /**
     * The side calls this method when the data is loaded. The load begins when this method returns.
     */
    void loaded() throws InterruptedException;
  }

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    return run(recordedNs, progress, () -> {});
  }

  /** Runs one round like {@link Side#run}. The listener is called before the warm-up. */
  public Round run(long recordedNs, RoundProgress progress, Loaded listener)
      throws InterruptedException {
    try (TransactionService service = connect.connect()) {
      return ServiceRound.run(service, workload, load, recordedNs, progress, listener);
    } catch (WorkloadFailure e) {
      throw new WorkloadFailure(label + ": " + e.getMessage(), e);
    }
  }
}
