package dev.yardmaster.api;

/** The stable codes of the errors of requests and services. Each code has a category. */
public enum ErrorCode {
  /** A key is null or reserved, or the key's table or id is null, empty or too long. */
  BAD_KEY(Category.INVALID),
  /** A scan's range is invalid, or its limit is out of bounds. */
  BAD_SCAN(Category.INVALID),
  /** A value is null, or a codec cannot encode or decode it. */
  BAD_VALUE(Category.INVALID),
  /**
   * A procedure's argument cannot be sent: the argument's type has no codec, or the codec cannot
   * encode or decode the argument. The transaction was not started.
   */
  BAD_ARGUMENT(Category.INVALID),
  /** A value is longer than the service's limit. */
  VALUE_TOO_LARGE(Category.INVALID),
  /** A value was read as a number but does not have 8 bytes. */
  NOT_A_NUMBER(Category.INVALID),
  /** A transaction uses more keys than the service allows. */
  TOO_MANY_KEYS(Category.INVALID),
  /** A procedure declares keys in more rounds than the service allows. */
  TOO_MANY_ROUNDS(Category.INVALID),
  /** The total size of a transaction's writes is over the service's limit. */
  TRANSACTION_TOO_LARGE(Category.INVALID),
  /** A one-shot transaction has no reads, conditions or writes. */
  EMPTY_TRANSACTION(Category.INVALID),
  /**
   * A procedure uses an undeclared key or scan, or the caller requests from a result the value of a
   * key that the transaction did not read.
   */
  UNDECLARED_KEY(Category.INVALID),
  /** No procedure is registered under the name. */
  UNKNOWN_PROCEDURE(Category.INVALID),
  /** The procedure's name is empty, too long, reserved, or taken by another procedure. */
  BAD_PROCEDURE(Category.INVALID),
  /** A transaction was used after it had ended. */
  TRANSACTION_OVER(Category.INVALID),
  /** A thread of the service tried to wait for the service. */
  WRONG_THREAD(Category.INVALID),
  /** A transaction's id is malformed, is in the future, or belongs to another transaction. */
  BAD_ID(Category.INVALID),
  /**
   * A transaction's id is so old that the service may have dropped its outcome. The transaction was
   * not started.
   */
  EXPIRED_ID(Category.INVALID),
  /**
   * The transaction did not commit, because its result cannot be encoded. The service needs the
   * encoded result to store it or to send it.
   */
  RESULT_NOT_KEPT(Category.INVALID),
  /**
   * A message is longer than the receiver's limit. The receiver has not processed any part of the
   * message.
   */
  MESSAGE_TOO_LARGE(Category.INVALID),
  /**
   * The received bytes are not a message of the protocol, or the protocol does not allow the
   * message at this point.
   */
  BAD_MESSAGE(Category.INVALID),
  /** Client and server have no version of the protocol in common. */
  UNSUPPORTED_VERSION(Category.INVALID),
  /** A setting is not valid, or the call is not possible with this configuration. */
  BAD_CONFIG(Category.INVALID),
  /**
   * The transaction's logic threw an exception, and validation found that all values that the logic
   * had read were current.
   */
  LOGIC_FAILED(Category.FAILED),
  /** The transaction aborted; the details name the cause. */
  ABORTED(Category.ABORTED),
  /**
   * A status query has aborted the transaction with this id; no transaction can commit under the id
   * any more.
   */
  ID_ABORTED(Category.ABORTED),
  /**
   * A snapshot has reached its timeout, or the old values for snapshots have exceeded their memory
   * limit. Open a new snapshot.
   */
  SNAPSHOT_TOO_OLD(Category.ABORTED),
  /**
   * The service is at its capacity and cannot accept the request. The request was not started; try
   * again later.
   */
  OVERLOADED(Category.REFUSED),
  /** The service's data has reached the memory limit. The transaction has written nothing. */
  MEMORY_FULL(Category.REFUSED),
  /** The service is closed or closing; the request was not started or did not commit. */
  CLOSED(Category.REFUSED),
  /**
   * No server could be reached, or no snapshot could be opened, before the timeout; the request was
   * not started.
   */
  UNAVAILABLE(Category.REFUSED),
  /**
   * This server is not the leader of the cluster; another server leads, or the cluster has no
   * leader at the moment. The request was not started or did not commit. The detail {@code leader}
   * is the leader's address, if it is known.
   */
  NOT_LEADER(Category.REFUSED),
  /**
   * The caller cannot be identified, because the token or the certificate is missing, wrong or
   * expired.
   */
  UNAUTHENTICATED(Category.DENIED),
  /** The caller does not have the permission for this request. */
  FORBIDDEN(Category.DENIED),
  /** The waiting thread was interrupted; the transaction did not commit. */
  INTERRUPTED(Category.REFUSED),
  /** The service, the connection or the caller's wait ended while the transaction was under way. */
  OUTCOME_UNKNOWN(Category.UNKNOWN),
  /** Another process, or another service of this process, has the data directory open. */
  DIRECTORY_IN_USE(Category.DATA),
  /**
   * Another service was started later on the data directory and has taken it over; this service
   * acknowledges no further transactions.
   */
  FENCED(Category.DATA),
  /** A file of the data directory is damaged; the service has changed no data. */
  DAMAGED(Category.DATA),
  /** A file of the data directory could not be read or written. */
  IO_FAILED(Category.DATA);

  /** The category of an error, which determines what the caller should do next. */
  public enum Category {
    /** Correct the request: it can never succeed in its present form. */
    INVALID,
    /** Correct the logic that threw the exception. */
    FAILED,
    /** Run the transaction again if you still want it. */
    ABORTED,
    /** Try again later, or at another server. */
    REFUSED,
    /** Use other credentials, or have a role granted. */
    DENIED,
    /** Query the outcome by the transaction's id before running it again. */
    UNKNOWN,
    /** Inspect the data directory. The error's details name the file and the damage. */
    DATA
  }

  private final Category category;

  ErrorCode(Category category) {
    this.category = category;
  }

  /** Returns the category, which determines what the caller should do next. */
  public Category category() {
    return category;
  }
}
