/**
 * What a running server does, second by second, for people who watch it.
 *
 * <p>{@link dev.yardmaster.server.live.LiveFigures} is ticked once a second by one thread: it takes
 * the difference of a pipeline's counters, what {@link dev.yardmaster.server.live.RequestLatencies}
 * recorded, and the connections, and keeps ten minutes of it. All it hands out are immutable
 * records, which any thread may read; their components' names are the names in JSON.
 */
package dev.yardmaster.server.live;
