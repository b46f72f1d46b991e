package dev.yardmaster.processor;

import dev.yardmaster.service.ServiceLoad;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The load of a pipeline at one moment.
 *
 * @param inFlight the number of transactions in flight
 * @param waitingForKeys the number of transactions in flight that wait for their turn on a hot key
 * @param window the maximum number of transactions that may run in the pipeline at this moment
 * @param overloaded the number of submissions that were refused since the start because a queue was
 *     full
 * @param queueDepths the number of messages that wait for each stage, by the stage's name; the
 *     stages are in the order of a transaction's path
 */
public record PipelineLoad(
    long inFlight,
    long waitingForKeys,
    long window,
    long overloaded,
    Map<String, Integer> queueDepths)
    implements ServiceLoad {

  /** Copies the map, so that the record is immutable. */
  public PipelineLoad {
    queueDepths = Collections.unmodifiableMap(new LinkedHashMap<>(queueDepths));
  }
}
