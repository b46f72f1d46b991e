package dev.yardmaster.processor;

/**
 * The numbers of agents in the layout {@link ThreadLayout#SPREAD}, which divides a machine's cores
 * among the stages of the pipeline. The numbers are chosen so that all stages are equally busy if
 * the transactions are short, and read and write a few keys. A transaction of the micro-benchmark
 * accesses two shards. Including messages, one such transaction costs a processor 1,560 ns, storage
 * 900 ns and the validator 420 ns. Only one thread can run the final validation, so this stage
 * limits the number of useful cores.
 *
 * @param processors the number of processors
 * @param storageWorkers the number of storage workers
 */
record CoreShares(int processors, int storageWorkers) {

  /**
   * The maximum number of useful cores. Agents on additional cores would only wait for the final
   * validation.
   */
  private static final int MAX_CORES = 16;

  /**
   * With at least this number of processors and storage workers, the final validation has its own
   * thread.
   */
  private static final int MANY = 6;

  /** The share of the storage workers in the sum of processors and storage workers. */
  private static final double STORAGE_SHARE = 0.38;

  /** Returns the numbers of agents for a machine with the given number of cores. */
  static CoreShares of(int cores) {
    int used = Math.max(ThreadLayout.MIN_SPREAD, Math.min(cores, MAX_CORES));
    int validation = used - 2 >= MANY ? 2 : 1;
    int rest = Math.min(used - validation, validation == 1 ? MANY - 1 : MAX_CORES);
    int storageWorkers = (int) Math.max(1, Math.round(rest * STORAGE_SHARE));
    return new CoreShares(rest - storageWorkers, storageWorkers);
  }

  /** Returns whether the final validation has its own thread. */
  static boolean separatesValidation(int processors, int storageWorkers) {
    return processors + storageWorkers >= MANY;
  }
}
