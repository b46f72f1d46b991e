package dev.yardmaster.proof.checker;

/**
 * The anomalies of a history, worst first. The names are those of Adya's thesis (<i>Weak
 * Consistency</i>, MIT 1999) and of Adya, Liskov and O'Neil (<i>Generalized Isolation Level
 * Definitions</i>, ICDE 2000), together with the older ones of Berenson et al. (<i>A Critique of
 * ANSI SQL Isolation Levels</i>, SIGMOD 1995).
 */
public enum AnomalyKind {
  /** Two writes without an order. */
  DUPLICATE_VERSION(
      "duplicate version",
      "two transactions share a version, so that their order is undefined"
          + " (each key's versions are totally ordered: Adya 1999)"),
  /** A read of a version that no transaction committed. */
  G1A(
      "G1a (aborted read)",
      "a transaction read a version that no committed transaction wrote (Adya et al. 2000)"),
  /** A read of a value that was not its writer's last. */
  G1B(
      "G1b (intermediate read)",
      "a transaction read a value that was not the final one of its writer (Adya et al. 2000)"),
  /** A cycle of ww. */
  G0(
      "G0 (write cycle)",
      "transactions overwrote one another in a cycle: dirty writes (Adya et al. 2000)"),
  /** A cycle of ww and wr. */
  G1C(
      "G1c (circular information flow)",
      "each transaction read or overwrote a write of another one in the cycle (Adya et al. 2000)"),
  /** A G-single whose reader overwrites the key that it read too early. */
  LOST_UPDATE(
      "G-single (lost update)",
      "a transaction overwrote a key that another had changed since it was read"
          + " (P4 of Berenson et al. 1995)"),
  /** A cycle with one rw. */
  G_SINGLE(
      "G-single (read skew)",
      "a transaction missed a write of another one but read a later effect of it"
          + " (Adya 1999; A5A of Berenson et al. 1995)"),
  /** Two transactions that each missed the other's write. */
  WRITE_SKEW(
      "G2 (write skew)",
      "two transactions read what the other wrote, on different keys, and neither saw the other's"
          + " write (A5B of Berenson et al. 1995)"),
  /** A cycle with several rw. */
  G2(
      "G2 (anti-dependency cycle)",
      "several transactions of a cycle missed the write of the next one (Adya et al. 2000)"),
  /** A cycle with rw and real time. */
  STALE_READ(
      "stale read",
      "a transaction missed a write that had ended before it began, or one that must come before"
          + " such a write: not strictly serializable (Papadimitriou, JACM 1979)"),
  /** A cycle of ww, wr and real time. */
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

  /** Returns the name in the literature. */
  public String label() {
    return label;
  }

  /** Returns the meaning and the source of the definition, in one sentence. */
  public String meaning() {
    return meaning;
  }
}
