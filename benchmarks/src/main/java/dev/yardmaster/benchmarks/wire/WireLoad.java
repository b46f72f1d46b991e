package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.benchmarks.load.OpenLoad;
import java.util.Optional;
import org.agrona.concurrent.NanoClock;

/**
 * What a side is to bear.
 *
 * @param concurrency transactions outstanding at once, unless they come by a clock
 * @param openLoad how transactions come, where they do not come when others end
 * @param warmUpNs how long it runs before it is recorded, in ns
 * @param clock for intervals and latencies
 */
public record WireLoad(
    int concurrency, Optional<OpenLoad> openLoad, long warmUpNs, NanoClock clock) {}
