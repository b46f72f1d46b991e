package dev.yardmaster.engine.protocol.snapshot;

/**
 * The test that makes snapshot isolation serializable: a committing transaction T aborts if it
 * could be part of a cycle of dependencies. A successor of T is a transaction with a lower commit
 * stamp that has overwritten a version that T has read. A predecessor of T is a transaction with a
 * lower commit stamp that has read a version that T overwrites. T computes its successor stamp from
 * its successors, and aborts unless this stamp is above the commit stamps of all its predecessors.
 */
public enum Certifier {

  /**
   * Serializable snapshot isolation (Cahill, Roehm and Fekete, SIGMOD 2008), with stamps (ERMIA,
   * section 3.6). Three transactions are a dangerous structure if the second has overwritten a
   * version that the first has read, the third has overwritten a version that the second has read,
   * and the third has committed first. The successor stamp of T is the lowest commit stamp of its
   * successors. If T is the second transaction of a dangerous structure, it aborts because of the
   * comparison with its predecessors. If T is the first transaction, it aborts because its
   * successor has a successor.
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
   * successor stamp of T is the lowest commit stamp of all successors of T, their successors, and
   * so on. Every transaction that had ended before T began counts as a predecessor of T. So the
   * serial order respects real time.
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
   * Returns an upper bound for the successor stamp of T, given one of its successors.
   *
   * @param commit the successor's commit stamp
   * @param itsSuccessor the successor's successor stamp
   */
  abstract long successor(long commit, long itsSuccessor);

  /**
   * Returns a stamp that the successor stamp of T must exceed.
   *
   * @param begin the stamp as of which T reads
   */
  abstract long lowest(long begin);
}
