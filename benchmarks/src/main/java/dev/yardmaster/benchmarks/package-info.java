/**
 * Workloads, experiments, reports and the command line. The packages, beginning with the command
 * line:
 *
 * <ul>
 *   <li>{@code cli}: the {@code yardmaster} command and its options
 *   <li>{@code measure}: the model of all measurements: metrics, sides that run alternately in each
 *       repeat, and bars (thresholds that a ratio must reach)
 *   <li>{@code report}: tables, JSON and HTML of the measured figures
 *   <li>{@code load}: closed and open loops of clients
 *   <li>{@code run}: sides that run the embedded pipeline
 *   <li>{@code soak}: sides that run for minutes while their memory and files are sampled
 *   <li>{@code disk}: the log of a durable pipeline on disk, and the time that a pipeline or a
 *       database needs to start from its log
 *   <li>{@code engine}: sides that run protocols of the in-process engine
 *   <li>{@code virtual}: the pipeline on virtual cores
 *   <li>{@code shards}: a model of a sharded validator
 *   <li>{@code plan}: the number of machines that a load needs
 *   <li>{@code jdbc} and {@code postgres}: PostgreSQL with and without the JDBC adapter
 *   <li>{@code experiment}: the reproduced figures of papers, in one package for each paper, and
 *       the experiments about callers, cores and machines
 *   <li>{@code wire}: sides that call services in other processes
 *   <li>{@code echo} and {@code redis}: the services with which a Yardmaster server is compared
 *   <li>{@code process}: starts other processes
 *   <li>{@code workload}: procedures, data, drawn transactions and invariants, with a subpackage
 *       for each of {@code micro}, {@code smallbank}, {@code records}, {@code ycsb}, {@code tpcc}
 *       and {@code tpce}
 *   <li>{@code jmh}: JMH timings of single components
 * </ul>
 *
 * <p>Hot path: for each transaction that ends, {@code load.ClosedClient} counts it and submits the
 * next drawn transaction. The client shares the machine with the service under measurement.
 * Therefore the client allocates little and draws no transactions during a run.
 *
 * <p>Threads: the main thread coordinates the run. The service's threads run procedures and, when a
 * transaction ends, the client's callback. The client of an open loop has one more thread. It
 * submits each transaction at the transaction's arrival time. A client that calls a server over the
 * network runs on its library's event loops. Each interactive transaction has its own thread for
 * the logic and the callback.
 */
package dev.yardmaster.benchmarks;
