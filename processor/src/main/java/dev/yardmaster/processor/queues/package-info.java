/**
 * Queues between the stages, built on JCTools queues: {@code RestartedFirst} adds a lane for
 * restarted transactions, {@code DelayedQueue} delays messages.
 */
package dev.yardmaster.processor.queues;
