package dev.yardmaster.server.live;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a server did between two ticks, as rates for each second, and how full it was at the second
 * of them.
 *
 * @param atMs when it was taken, in ms since 1970
 * @param seconds how long ago the tick before was
 * @param committed transactions that committed
 * @param aborted runs that did not commit, by cause
 * @param restarts runs that were discarded and begun again
 * @param repaired transactions that were run again in place
 * @param overloaded submissions refused for want of room
 * @param inFlight transactions in flight
 * @param waitingForKeys those of them that wait for their turn on a hot key
 * @param window most transactions let into the pipeline at once
 * @param queueDepths messages that wait before each stage
 * @param latency of the requests that were answered between the ticks
 * @param connections connections that are open
 * @param openRequests requests not yet answered
 * @param bytesBuffered what waits to be written to clients, in bytes
 * @param log the commit log; null in memory
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
