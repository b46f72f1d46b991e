package dev.yardmaster.processor;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How full a pipeline is at this moment.
 *
 * @param inFlight transactions in flight
 * @param waitingForKeys transactions in flight that wait for their turn on a hot key
 * @param window most transactions in the pipeline at once
 * @param overloaded submissions refused because a queue was full, since the start
 * @param queueDepths messages that wait before each stage, by the stage's name, in the order in
 *     which a transaction passes the stages
 */
public record PipelineLoad(
    long inFlight,
    long waitingForKeys,
    long window,
    long overloaded,
    Map<String, Integer> queueDepths) {

  /** Copies the map. */
  public PipelineLoad {
    queueDepths = Collections.unmodifiableMap(new LinkedHashMap<>(queueDepths));
  }
}
