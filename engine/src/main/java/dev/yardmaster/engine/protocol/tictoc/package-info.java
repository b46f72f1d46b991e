/**
 * TicToc: optimistic concurrency control in which a commit's timestamp is computed from its reads
 * and writes.
 */
package dev.yardmaster.engine.protocol.tictoc;
