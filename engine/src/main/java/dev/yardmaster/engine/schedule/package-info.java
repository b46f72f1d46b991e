/**
 * Which worker runs which transaction, decided from the keys that are known beforehand: the
 * batching paper's thread-aware policy (Ding, Kot and Gehrke, VLDB 2018, sections 4.2 and 5.5), in
 * front of any protocol. {@link dev.yardmaster.engine.schedule.ThreadAwareScheduler} has the queues
 * of the workers and deals a batch before one of them runs dry; whom it gives what to, is decided
 * by {@link dev.yardmaster.reorder.assignment.ThreadAssignment}. {@link
 * dev.yardmaster.engine.schedule.HoldBackScheduler} is ours, and goes by what runs just now.
 */
package dev.yardmaster.engine.schedule;
