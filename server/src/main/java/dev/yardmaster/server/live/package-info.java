/**
 * The figures of a running server, second by second, for people who monitor it.
 *
 * <p>One thread ticks {@link dev.yardmaster.server.live.LiveFigures} once a second. Each tick takes
 * the differences of the pipeline's counters, the latencies from {@link
 * dev.yardmaster.server.live.RequestLatencies}, and the state of the connections, and keeps the
 * last ten minutes. The results are immutable records, which any thread may read; the names of
 * their components are the names in JSON.
 */
package dev.yardmaster.server.live;
