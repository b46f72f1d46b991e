package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.benchmarks.load.OpenLoad;
import java.util.Optional;
import org.agrona.concurrent.NanoClock;

/**
 * The load of a side.
 *
 * @param concurrency transactions outstanding at once, unless the loop is open
 * @param openLoad the arrivals; empty for a closed loop
 * @param warmUpNs time that a side runs before it is recorded, in ns
 * @param clock for intervals and latencies
 */
public record WireLoad(
    int concurrency, Optional<OpenLoad> openLoad, long warmUpNs, NanoClock clock) {}
