/**
 * Two-phase locking in three forms, which differ only in how a transaction reacts to a conflicting
 * lock (Yu, Bezerra, Pavlo, Devadas and Stonebraker, <i>Staring into the Abyss</i>, VLDB 2014,
 * section 2.1). The two forms that compare ages were published by Rosenkrantz, Stearns and Lewis
 * (<i>System Level Concurrency Control</i>, TODS 1978).
 *
 * <p>Start reading at {@link dev.yardmaster.engine.protocol.locking.LockPolicy}, then read {@code
 * RecordLock} and {@code LockingControl}.
 */
package dev.yardmaster.engine.protocol.locking;
