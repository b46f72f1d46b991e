/** TicToc: optimistic, with a commit timestamp that is computed from the reads and writes. */
package dev.yardmaster.engine.protocol.tictoc;
