/** TicToc: optimistic, with a commit timestamp that follows from what was read and written. */
package dev.yardmaster.engine.protocol.tictoc;
