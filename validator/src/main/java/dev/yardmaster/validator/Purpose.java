package dev.yardmaster.validator;

/** What a {@link ValidationRequest} asks for. */
public enum Purpose {
  /** That a transaction take its place in the order. */
  COMMIT,
  /** That keys be reserved for the transaction's next try. */
  RESERVE,
  /** That its reservation end unused. */
  RELEASE
}
