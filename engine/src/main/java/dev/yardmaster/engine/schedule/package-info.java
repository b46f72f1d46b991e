/**
 * Decides when and where transactions run, by the keys that are known before a transaction runs.
 * Each class can be combined with any protocol. With {@link
 * dev.yardmaster.engine.schedule.Precedence} each worker runs its own transactions, and waits for a
 * conflicting transaction that has restarted often. {@link
 * dev.yardmaster.engine.schedule.ThreadAwareScheduler} implements the batching paper's thread-aware
 * policy (Ding, Kot and Gehrke, VLDB 2018, sections 4.2 and 5.5): it has the workers' queues and
 * deals batches of transactions to them; {@link dev.yardmaster.reorder.assignment.ThreadAssignment}
 * decides the assignment. {@link dev.yardmaster.engine.schedule.HoldBackScheduler} compares a
 * transaction with the transactions that are running.
 */
package dev.yardmaster.engine.schedule;
