package dev.yardmaster.validator;

/** The purpose of a {@link ValidationRequest}. */
public enum Purpose {
  /** To commit a transaction at its place in the order. */
  COMMIT,
  /** To reserve keys for the transaction's next attempt. */
  RESERVE,
  /** To end the transaction's reservation unused. */
  RELEASE
}
