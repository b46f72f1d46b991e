/**
 * Queues between the stages that do more than JCTools' own: {@code RestartedFirst} has a second
 * line for transactions that were restarted, {@code DelayedQueue} makes messages take time.
 */
package dev.yardmaster.processor.queues;
