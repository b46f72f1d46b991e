package dev.yardmaster.server.live;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A server's work between two ticks, as rates per second, and its state at the second tick.
 *
 * @param atMs the time of the second tick, in ms since 1970
 * @param seconds the seconds between the two ticks
 * @param committed transactions that committed
 * @param aborted runs that did not commit, by cause
 * @param restarts runs that were discarded and started again
 * @param repaired transactions that were run again in place
 * @param overloaded submissions that were refused because a queue was full
 * @param inFlight transactions in flight
 * @param waitingForKeys transactions in flight that wait for a hot key
 * @param window the maximum number of transactions that the pipeline admits at once
 * @param queueDepths messages that wait in front of each stage
 * @param latency latencies of the requests answered between the ticks
 * @param connections open connections
 * @param openRequests requests not yet answered
 * @param bytesBuffered bytes that wait to be written to clients
 * @param log figures of the commit log; null in memory
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
