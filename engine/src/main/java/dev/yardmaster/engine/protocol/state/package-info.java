/**
 * State that more than one protocol keeps for its conflicts. {@code WorkerBits} is a set of workers
 * and {@code Temperatures} the frequency of conflicts, both in the words in front of a record; all
 * workers share these words. {@code TransactionStates} has the state of each worker's transaction,
 * which all workers share, too. {@code SupersededVersions} is one worker's queue of versions to
 * reclaim.
 */
package dev.yardmaster.engine.protocol.state;
