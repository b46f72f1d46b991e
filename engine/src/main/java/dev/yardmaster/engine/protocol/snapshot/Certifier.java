package dev.yardmaster.engine.protocol.snapshot;

/**
 * A test by which a committing transaction T finds out whether snapshots, as they are, are
 * serializable. A successor of T is a transaction that has overwritten what T has read, and has a
 * lower commit stamp; a predecessor has read what T overwrites, and has a lower commit stamp. T has
 * a successor stamp, which it computes from its successors, and aborts unless the stamp is above
 * the stamps of all predecessors.
 */
public enum Certifier {

  /**
   * Serializable snapshot isolation (Cahill, Roehm and Fekete, SIGMOD 2008), with stamps (ERMIA,
   * section 3.6). Three transactions are dangerous if the second has overwritten what the first has
   * read, the third what the second has read, and the third has committed first. The successor
   * stamp is the lowest stamp of a successor. T aborts as the second of three by the comparison
   * with its predecessors, and as the first if a successor has a successor.
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
   * successor stamp is the lowest stamp of a transaction that can be reached over successors. A
   * transaction that had ended when T began counts as a predecessor, so that the serial order is
   * the order of real time.
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

  /** Returns whether T may commit if it has a successor with a successor stamp. */
  abstract boolean allows(long itsSuccessor);

  /**
   * Returns what a successor contributes to the successor stamp of T.
   *
   * @param commit the successor's commit stamp
   * @param itsSuccessor the successor's successor stamp
   */
  abstract long successor(long commit, long itsSuccessor);

  /** Returns the stamp that the successor stamp of a T that reads as of {@code begin} is above. */
  abstract long lowest(long begin);
}
