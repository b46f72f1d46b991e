package dev.yardmaster.server.live;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A server's work between two ticks, as rates per second, and its state at the second tick.
 *
 * @param atMs the time of the second tick, in ms since 1970
 * @param seconds the seconds between the two ticks
 * @param committed the transactions that committed, per second
 * @param aborted the runs that did not commit, by cause, per second
 * @param restarts the runs that were discarded and started again, per second
 * @param repaired the transactions that were run again in place, per second
 * @param overloaded the submissions that were refused because a queue was full, per second
 * @param inFlight the number of transactions in flight
 * @param waitingForKeys the number of transactions in flight that wait for a hot key
 * @param window the maximum number of transactions that may be in the pipeline at the same time
 * @param queueDepths the number of messages that wait in front of each stage
 * @param finalValidation the share of the time that the final validation was at work; 1 if it was
 *     always at work
 * @param latency the latencies of the requests that were answered between the ticks
 * @param connections the number of open connections
 * @param openRequests the number of requests that are not yet answered
 * @param bytesBuffered the number of bytes that wait to be written to clients
 * @param log the figures of the commit log; null if the data is in memory
 */
public record LiveSecond(
    long atMs,
    double seconds,
    double committed,
    Map<String, Double> aborted,
    double restarts,
    double repaired,
    double overloaded,
    long inFlight,
    long waitingForKeys,
    long window,
    Map<String, Integer> queueDepths,
    double finalValidation,
    LatencyFigures latency,
    int connections,
    int openRequests,
    long bytesBuffered,
    LogFigures log) {

  /** Copies the maps. */
  public LiveSecond {
    aborted = Collections.unmodifiableMap(new LinkedHashMap<>(aborted));
    queueDepths = Collections.unmodifiableMap(new LinkedHashMap<>(queueDepths));
  }
}
