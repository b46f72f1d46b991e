/**
 * Runs scheduled transactions on connections: the workings of {@link
 * dev.yardmaster.jdbc.JdbcScheduler}.
 *
 * <p>A {@code Lane} is a thread and the connection that it has borrowed. All lanes share {@code
 * Lanes}: the {@link dev.yardmaster.jdbc.schedule.Schedule} behind one lock. A lane that ends its
 * transaction takes the next itself, so that of transactions that conflict the next mostly runs on
 * the connection of the one before it, without another thread in between.
 *
 * <p>{@code Attempts} is the life of one transaction on a lane: run, commit, and run again when the
 * database aborted it, while its rows stay its own. What cannot be known is never run again.
 *
 * <p><b>Threads.</b> The state of a {@code Call} belongs to the schedule's lock until a lane takes
 * it, then to that lane. Futures are completed by lanes, after the rows were given up.
 */
package dev.yardmaster.jdbc.lanes;
