package dev.yardmaster.proof.checker;

/**
 * The kinds of anomalies of a history, the worst kind first. The names come from Adya's thesis
 * (<i>Weak Consistency</i>, MIT 1999) and from Adya, Liskov and O'Neil (<i>Generalized Isolation
 * Level Definitions</i>, ICDE 2000). Older names come from Berenson et al. (<i>A Critique of ANSI
 * SQL Isolation Levels</i>, SIGMOD 1995).
 */
public enum AnomalyKind {
  /** The order of two writes of a key is undefined. */
  DUPLICATE_VERSION(
      "duplicate version",
      "two transactions share a version, so that their order is undefined"
          + " (each key's versions are totally ordered: Adya 1999)"),
  /** A transaction read a version that no transaction committed. */
  G1A(
      "G1a (aborted read)",
      "a transaction read a version that no committed transaction wrote (Adya et al. 2000)"),
  /** A transaction read a value that was not the last value of its writer for the key. */
  G1B(
      "G1b (intermediate read)",
      "a transaction read a value that was not the final value of its writer (Adya et al. 2000)"),
  /** There is no single moment at which all reads of a transaction were current. */
  NO_SNAPSHOT(
      "no snapshot",
      "there is no moment as of which all reads of a transaction hold: not snapshot isolation"
          + " (Berenson et al. 1995)"),
  /** A transaction overwrote a version that was committed after the moment of its reads. */
  OVERLAPPING_WRITES(
      "overlapping writes",
      "a transaction overwrote a write that was committed after the moment as of which it read: not"
          + " snapshot isolation (Berenson et al. 1995)"),
  /** A cycle consists of ww edges. */
  G0(
      "G0 (write cycle)",
      "transactions overwrote one another in a cycle: dirty writes (Adya et al. 2000)"),
  /** A cycle consists of ww and wr edges. */
  G1C(
      "G1c (circular information flow)",
      "each transaction read or overwrote a write of another transaction in the cycle (Adya "
          + "et al. 2000)"),
  /**
   * A lost update: a cycle with exactly one rw edge (G-single). The transaction that missed a write
   * then overwrites the missed key.
   */
  LOST_UPDATE(
      "G-single (lost update)",
      "a transaction overwrote a key that another transaction had changed after the first "
          + "had read it"
          + " (P4 of Berenson et al. 1995)"),
  /** A cycle has exactly one rw edge. */
  G_SINGLE(
      "G-single (read skew)",
      "a transaction missed a write of another transaction, but read a later effect of that "
          + "transaction"
          + " (Adya 1999; A5A of Berenson et al. 1995)"),
  /** Each of two transactions missed the other's write. */
  WRITE_SKEW(
      "G2 (write skew)",
      "two transactions each read a different key that the other wrote, and neither saw the other's"
          + " write (A5B of Berenson et al. 1995)"),
  /** A cycle has several rw edges. */
  G2(
      "G2 (anti-dependency cycle)",
      "several transactions of a cycle missed the write of the next transaction (Adya et "
          + "al. 2000)"),
  /** A cycle has rw and real-time edges. */
  STALE_READ(
      "stale read",
      "a transaction missed a write whose transaction had ended before it began, or that "
          + "precedes such a write: not strictly serializable (Papadimitriou, JACM 1979)"),
  /** A cycle consists of ww, wr and real-time edges. */
  REAL_TIME(
      "real-time violation",
      "versions contradict the order in which transactions ended and began: not strictly"
          + " serializable (Papadimitriou, JACM 1979)");

  private final String label;
  private final String meaning;

  AnomalyKind(String label, String meaning) {
    this.label = label;
    this.meaning = meaning;
  }

  /** Returns the name of the anomaly in the literature. */
  public String label() {
    return label;
  }

  /** Returns a sentence with the meaning of the anomaly and the source of its definition. */
  public String meaning() {
    return meaning;
  }
}
