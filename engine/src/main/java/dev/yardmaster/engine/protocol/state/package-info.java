/**
 * State that several protocols use. {@code WorkerBits} is a set of workers, and {@code
 * Temperatures} contains the frequency of conflicts; both are in the words in front of a record,
 * which all workers share. {@code TransactionStates} contains the state of each worker's current
 * transaction; all workers share it. {@code SupersededVersions} is one worker's queue of versions
 * to reclaim.
 */
package dev.yardmaster.engine.protocol.state;
