/**
 * Assigns transactions to workers by the keys that are known before a transaction runs. The package
 * implements the batching paper's thread-aware policy (Ding, Kot and Gehrke, VLDB 2018, sections
 * 4.2 and 5.5), which can be combined with any protocol. {@link
 * dev.yardmaster.engine.schedule.ThreadAwareScheduler} has the workers' queues and deals batches of
 * transactions to them; {@link dev.yardmaster.reorder.assignment.ThreadAssignment} decides the
 * assignment. {@link dev.yardmaster.engine.schedule.HoldBackScheduler} implements a policy that is
 * not in the paper: it compares a transaction with the transactions that are running.
 */
package dev.yardmaster.engine.schedule;
