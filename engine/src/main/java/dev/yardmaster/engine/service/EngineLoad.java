package dev.yardmaster.engine.service;

import dev.yardmaster.service.ServiceLoad;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The load of an engine at the time of the call.
 *
 * @param inFlight the number of procedure calls that are running, plus the number of open
 *     interactive transactions
 * @param window the maximum of {@code inFlight}: the number of workers for procedures plus the
 *     maximum number of open interactive transactions
 * @param overloaded the number of transactions that were refused since the start because too many
 *     were waiting
 * @param queueDepths the lengths of the queues by name: {@code procedures} is the queue of calls
 *     that wait for a worker, and {@code interactive} is the queue of interactive transactions that
 *     wait for permission to begin
 */
public record EngineLoad(
    long inFlight, long window, long overloaded, Map<String, Integer> queueDepths)
    implements ServiceLoad {

  /** Copies the map, so that the record is immutable. */
  public EngineLoad {
    queueDepths = Collections.unmodifiableMap(new LinkedHashMap<>(queueDepths));
  }

  /** Returns 0, because the engine has no queues of hot keys. */
  @Override
  public long waitingForKeys() {
    return 0;
  }
}
