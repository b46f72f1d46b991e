package dev.yardmaster.engine.protocol.snapshot;

/**
 * The test by which a committing transaction T makes snapshot isolation serializable: T aborts if
 * it could be part of a cycle of dependencies. A successor of T is a transaction with a lower
 * commit stamp that has overwritten a version that T has read. A predecessor of T is a transaction
 * with a lower commit stamp that has read a version that T overwrites. T computes its successor
 * stamp from its successors, and aborts unless this stamp is above the commit stamps of all its
 * predecessors.
 */
public enum Certifier {

  /**
   * Serializable snapshot isolation (Cahill, Roehm and Fekete, SIGMOD 2008), with stamps (ERMIA,
   * section 3.6). Three transactions are dangerous if the second has overwritten what the first has
   * read, the third has overwritten what the second has read, and the third has committed first.
   * The successor stamp is the lowest commit stamp of a successor. If T is the second of three such
   * transactions, the comparison with its predecessors aborts it; if T is the first, it aborts
   * because its successor has a successor.
   */
  SSI {
    @Override
    boolean allows(long itsSuccessor) {
      return itsSuccessor == CertifiedControl.NO_SUCCESSOR;
    }

    @Override
    long successor(long commit, long itsSuccessor) {
      return commit;
    }

    @Override
    long lowest(long begin) {
      return 0;
    }
  },

  /**
   * The serial safety net (Wang and others, <i>The Serial Safety Net</i>, DaMoN 2015). The
   * successor stamp is the lowest commit stamp of a transaction that can be reached from T through
   * successors of successors. A transaction that had ended before T began counts as a predecessor,
   * so the serial order is also the order in real time.
   */
  SSN {
    @Override
    boolean allows(long itsSuccessor) {
      return true;
    }

    @Override
    long successor(long commit, long itsSuccessor) {
      return Math.min(commit, itsSuccessor);
    }

    @Override
    long lowest(long begin) {
      return begin;
    }
  };

  /** Returns whether T may commit if one of its successors has the given successor stamp. */
  abstract boolean allows(long itsSuccessor);

  /**
   * Returns the upper bound that a successor sets for the successor stamp of T.
   *
   * @param commit the successor's commit stamp
   * @param itsSuccessor the successor's successor stamp
   */
  abstract long successor(long commit, long itsSuccessor);

  /** Returns the stamp that the successor stamp of T must exceed if T reads as of {@code begin}. */
  abstract long lowest(long begin);
}
