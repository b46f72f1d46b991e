package dev.yardmaster.validator;

/** The purpose of a {@link ValidationRequest}. */
public enum Purpose {
  /** The request commits a transaction at its position in the order. */
  COMMIT,
  /** The request reserves keys for the transaction's next attempt. */
  RESERVE,
  /** The request ends the transaction's reservation without using it. */
  RELEASE
}
