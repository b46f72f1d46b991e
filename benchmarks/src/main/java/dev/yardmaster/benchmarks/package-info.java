/**
 * Workloads, experiments, reports and the command line. From the outside in:
 *
 * <ul>
 *   <li>{@code cli}: the {@code yardmaster} command and its options
 *   <li>{@code measure}: metrics, sides that alternate over repeats, bars; one model for all
 *       measurements
 *   <li>{@code report}: tables, JSON and HTML of what was measured
 *   <li>{@code load}: closed and open loops; {@code run}: the embedded pipeline as sides; {@code
 *       soak}: sides that run for minutes and are sampled; {@code disk}: the disk beneath a durable
 *       pipeline
 *   <li>{@code engine}: protocols of the in-process engine as sides; {@code virtual}: the pipeline
 *       on virtual cores
 *   <li>{@code jdbc} and {@code postgres}: PostgreSQL with and without the JDBC adapter
 *   <li>{@code experiment}: the papers' figures, a package for each paper
 *   <li>{@code wire}: services in other processes; {@code echo} and {@code redis}: what a server is
 *       compared with; {@code process}: starts other processes
 *   <li>{@code workload}: procedures, data, drawn transactions and invariants; {@code micro},
 *       {@code smallbank}, {@code records}, {@code ycsb} and {@code tpcc} below it
 *   <li>{@code jmh}: timings of single components
 * </ul>
 *
 * <p>Hot path: {@code load.ClosedClient} counts a transaction that ended and submits the next drawn
 * one. The client shares the machine with the service under measurement, so the client allocates
 * little and draws nothing during a run.
 *
 * <p>Threads: the main thread coordinates. The service's threads run procedures and, when a
 * transaction ends, the client's callback. The client of an open loop has one more thread, which
 * submits transactions when they are due. A client over the wire runs on its library's event loops.
 * Each interactive transaction has its own thread, which runs the logic and the callback.
 */
package dev.yardmaster.benchmarks;
