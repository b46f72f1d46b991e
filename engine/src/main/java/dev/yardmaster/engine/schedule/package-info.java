/**
 * Decides which worker runs which transaction, from the keys that are known beforehand: the
 * batching paper's thread-aware policy (Ding, Kot and Gehrke, VLDB 2018, sections 4.2 and 5.5), in
 * front of any protocol. {@link dev.yardmaster.engine.schedule.ThreadAwareScheduler} has the
 * workers' queues and deals a batch before one of them is empty; {@link
 * dev.yardmaster.reorder.assignment.ThreadAssignment} decides the assignment. {@link
 * dev.yardmaster.engine.schedule.HoldBackScheduler} is our own policy, and compares with the
 * transactions that run at the moment.
 */
package dev.yardmaster.engine.schedule;
