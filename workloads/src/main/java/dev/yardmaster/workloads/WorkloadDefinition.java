package dev.yardmaster.workloads;

import dev.yardmaster.api.TransactionService;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A workload that is defined by its initial data, its random transactions and its invariant. The
 * benchmarks load the data, draw the transactions before the measurement, distribute them to the
 * clients, and count the commits. One definition runs on every service.
 */
public interface WorkloadDefinition extends WorkloadFactory {

  /**
   * Returns the initial data. The stream is read once for each round. Its entries are loaded in
   * small transactions while the stream is read, so there need not be memory for all entries.
   *
   * @param random random inputs, which are the same for each round
   */
  Stream<WorkloadEntry> entries(WorkloadSettings settings, RandomInputs random);

  /** Draws one transaction. */
  ProcedureInvocation<?, ?> draw(WorkloadSettings settings, RandomInputs random);

  /**
   * Checks the data after a run, while no transaction is running. {@link Entries} reads a whole
   * table.
   *
   * @param commits the number of committed transactions, and the sums of their results
   * @return one line that describes the violation; empty if the invariant holds
   */
  Optional<String> brokenInvariant(
      WorkloadSettings settings, TransactionService service, Commits commits);

  @Override
  default Workload create(WorkloadSettings settings) {
    return new DrawnWorkload(this, settings);
  }
}
