package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.protocol.AccessSet;

/** Learns of a worker's commits, a redo log say. Called by the worker's thread. */
public interface CommitListener {

  /**
   * A transaction is going to commit. Nobody can see its writes yet, and nobody else can write
   * those records; so the call comes after those of the transactions whose writes it has read or
   * replaces. One that replaces what this one has only read may come before it, under a protocol
   * that does not lock what is read.
   *
   * <p>What this throws ends the attempt: none of its writes happen, it lets go of its records, and
   * {@link Worker#attempt} throws the same. So a listener throws before it does what it cannot take
   * back. It leaves the worker and its transaction alone.
   *
   * @param version higher than that of any version of the written records before
   */
  void committing(long version, AccessSet accesses);
}
