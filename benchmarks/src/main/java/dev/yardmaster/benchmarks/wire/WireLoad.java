package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.benchmarks.load.OpenLoad;
import java.util.Optional;
import org.agrona.concurrent.NanoClock;

/**
 * The load on a service in another process, on one side of a comparison.
 *
 * @param concurrency number of outstanding transactions; an open loop does not use it
 * @param openLoad the arrivals of an open loop; empty for a closed loop
 * @param warmUpNs time for which the load runs before the recorded interval, in ns
 * @param clock the clock that measures intervals and latencies
 */
public record WireLoad(
    int concurrency, Optional<OpenLoad> openLoad, long warmUpNs, NanoClock clock) {}
