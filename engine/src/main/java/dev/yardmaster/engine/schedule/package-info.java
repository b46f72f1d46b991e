/**
 * Decides when and where transactions run, from the keys that they declare in advance. Each class
 * can be combined with any protocol. With {@link dev.yardmaster.engine.schedule.Precedence}, each
 * worker runs its own transactions, and waits for a conflicting transaction that has restarted
 * often. {@link dev.yardmaster.engine.schedule.ThreadAwareScheduler} implements the batching
 * paper's thread-aware policy (Ding, Kot and Gehrke, VLDB 2018, sections 4.2 and 5.5): it deals
 * batches of transactions to the queues of the workers, and {@link
 * dev.yardmaster.reorder.assignment.ThreadAssignment} determines the assignment. {@link
 * dev.yardmaster.engine.schedule.HoldBackScheduler} runs a transaction only while no conflicting
 * transaction runs.
 */
package dev.yardmaster.engine.schedule;
