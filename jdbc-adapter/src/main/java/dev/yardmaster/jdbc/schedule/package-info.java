/**
 * Decides which transaction may start next, so that those that would conflict do not run at once.
 *
 * <p>A {@link dev.yardmaster.jdbc.schedule.Ticket} names the rows that a transaction will read and
 * write. {@link dev.yardmaster.jdbc.schedule.Schedule} collects tickets into batches, predicts the
 * conflicts of a batch as if all of it read one snapshot, takes out a feedback vertex set (the
 * victims) and puts the rest in order, with the module {@code reorder}. What comes then:
 *
 * <ol>
 *   <li>Survivors enter the {@code RowQueue}s of their rows in the batch's order, and are ready
 *       when nobody before them uses a row that they do, unless both only read it.
 *   <li>Victims are held over: each is parked at a row for which it must wait, and is in the next
 *       batch once that row is free.
 *   <li>A batch closes when it is full, when somebody could start but nobody is ready, and when a
 *       row becomes free for which others wait, so that the work on a hot row never pauses.
 *   <li>Of those that are ready, the one that holds up the most others goes first; who was passed
 *       over gains by it.
 * </ol>
 *
 * <p>Transactions that only read are not held up and hold nobody up: a reader of one snapshot has
 * no incoming edge in the conflict graph, and can be in no cycle.
 *
 * <p><b>Threads.</b> A schedule belongs to one thread at a time; its owners hold a lock. It has no
 * clock, no randomness and no I/O.
 *
 * <p>Source: Ding, Kot and Gehrke, PVLDB 12(2), section 5.6 (batches in front of a database, one
 * snapshot assumed, victims into the next batch) and section 4.2 (conflicting transactions one
 * after the other on one thread, conflicts first).
 */
package dev.yardmaster.jdbc.schedule;
