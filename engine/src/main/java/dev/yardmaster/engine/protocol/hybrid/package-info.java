/**
 * The concurrency control Hybrid of the CormCC paper's comparison (Tang and Elmore, <i>Toward
 * Coordination-free and Reconfigurable Mixed Concurrency Control</i>, USENIX ATC 2018, section
 * 6.1), after MOCC (Wang and Kimura, VLDB 2017) and HSync (Shang and others, SIGMOD 2016). A
 * transaction locks a hot record when it accesses the record, by two-phase locking without waits,
 * and validates its other reads as under Silo.
 *
 * <p>The hot records are listed before the engine runs, as in the paper, which tunes their number
 * for each workload by hand: 1,000 records in each partition, or none if transactions seldom
 * conflict. MOCC instead finds hot records while transactions run. Since no record becomes hot or
 * cold, a transaction that holds two-phase locks may wait for Silo's locks: the holder of a Silo
 * lock has already acquired all its two-phase locks.
 *
 * <p>Hybrid is a mix of two protocols ({@link dev.yardmaster.engine.protocol.mixed}) whose only
 * partition has the hot keys and never switches. So this package has only the {@link
 * dev.yardmaster.engine.protocol.hybrid.HotKeys}.
 */
package dev.yardmaster.engine.protocol.hybrid;
