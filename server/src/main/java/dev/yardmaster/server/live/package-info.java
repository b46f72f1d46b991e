/**
 * The figures of a running server in each second, for its operators.
 *
 * <p>One thread ticks {@link dev.yardmaster.server.live.LiveFigures} once a second. Each tick
 * computes the differences of the pipeline's counters. The tick adds the latencies from {@link
 * dev.yardmaster.server.live.RequestLatencies} and the state of the connections, and keeps the last
 * ten minutes. The results are immutable records, which any thread may read. The names of the
 * records' components are the names in JSON.
 */
package dev.yardmaster.server.live;
