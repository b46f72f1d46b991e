/**
 * Queues between the stages, built on JCTools queues: {@code RestartedFirst} gives priority to
 * restarted transactions, and {@code DelayedQueue} delays messages.
 */
package dev.yardmaster.processor.queues;
