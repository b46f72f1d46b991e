/**
 * The concurrency control Hybrid of the CormCC paper's comparison (Tang and Elmore, <i>Toward
 * Coordination-free and Reconfigurable Mixed Concurrency Control</i>, USENIX ATC 2018, section
 * 6.1), after MOCC (Wang and Kimura, VLDB 2017) and HSync (Shang and others, SIGMOD 2016). A
 * transaction locks a hot record when it accesses the record, by two-phase locking without waits.
 * The transaction validates its other reads as under Silo.
 *
 * <p>The hot records are listed before the engine runs, as in the paper. The paper tunes the number
 * of hot records by hand for each workload: 1,000 records in each partition, or none if
 * transactions rarely conflict. In contrast, MOCC finds hot records while transactions run. Here no
 * record becomes hot or cold. So a transaction that holds two-phase locks may wait for a Silo lock:
 * the holder of the Silo lock has already acquired all its two-phase locks, and does not wait for
 * another two-phase lock.
 *
 * <p>Hybrid is a mix of two protocols ({@link dev.yardmaster.engine.protocol.mixed}). The only
 * partition contains the hot keys, and never switches to another protocol. So this package contains
 * only {@link dev.yardmaster.engine.protocol.hybrid.HotKeyPartitioning}.
 */
package dev.yardmaster.engine.protocol.hybrid;
