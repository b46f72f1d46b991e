/**
 * Workloads, experiments, reports and the command line. From the outside in:
 *
 * <ul>
 *   <li>{@code cli}: the {@code yardmaster} command and its options
 *   <li>{@code measure}: metrics, sides that alternate over repeats, bars; one model for all
 *   <li>{@code report}: tables, JSON and HTML of what was measured
 *   <li>{@code load}: closed and open loops; {@code run}: the embedded pipeline as sides; {@code
 *       soak}: sides that run for minutes and are sampled; {@code disk}: the disk beneath a durable
 *       pipeline
 *   <li>{@code wire}: services in other processes; {@code echo} and {@code redis} are what a server
 *       is set beside; {@code process}: what starts other processes
 *   <li>{@code workload}: procedures, data, drawn transactions and invariants; {@code micro} and
 *       {@code smallbank} below it
 *   <li>{@code jmh}: timings of single components
 * </ul>
 *
 * <p>Hot path: {@code load.ClosedClient} takes an ended transaction, accounts it and submits the
 * next that was drawn. It shares the machine with the service that it measures, so it allocates
 * little and draws nothing while it runs.
 *
 * <p>Threads: the main thread coordinates. The service's threads call procedures, and clients act
 * on them when a transaction ends; an open loop's client has a thread of its own besides, on which
 * transactions come. A client over the wire acts on its library's event loops. Interactive
 * transactions have a thread each, on which they run and end.
 */
package dev.yardmaster.benchmarks;
