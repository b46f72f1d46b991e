package dev.yardmaster.api;

/** The stable codes of what can be wrong with a request or a service, each in its category. */
public enum ErrorCode {
  /** A key is null or the service's own, or its table or id is null, empty or over its limit. */
  BAD_KEY(Category.INVALID),
  /** A scan's range is not one, or its limit is out of its bounds. */
  BAD_SCAN(Category.INVALID),
  /** A value is null. */
  BAD_VALUE(Category.INVALID),
  /** A value is longer than the service takes. */
  VALUE_TOO_LARGE(Category.INVALID),
  /** A value was read as a number but does not have 8 bytes. */
  NOT_A_NUMBER(Category.INVALID),
  /** A transaction touches more keys than the service takes. */
  TOO_MANY_KEYS(Category.INVALID),
  /** A procedure declares keys for more rounds than the service takes. */
  TOO_MANY_ROUNDS(Category.INVALID),
  /** A transaction's writes are larger together than the service takes. */
  TRANSACTION_TOO_LARGE(Category.INVALID),
  /** A one-shot transaction states nothing. */
  EMPTY_TRANSACTION(Category.INVALID),
  /** A procedure touches a key or scans what it did not declare, or asks for a key not read. */
  UNDECLARED_KEY(Category.INVALID),
  /** No procedure is registered under the name. */
  UNKNOWN_PROCEDURE(Category.INVALID),
  /** The name is empty, too long, reserved, or taken by another procedure. */
  BAD_PROCEDURE(Category.INVALID),
  /** A transaction was used after it had ended. */
  TRANSACTION_OVER(Category.INVALID),
  /** What must not wait for the service, since it runs on the service's own thread, tried to. */
  WRONG_THREAD(Category.INVALID),
  /** A transaction's id is not one, lies in the future, or is another transaction's already. */
  BAD_ID(Category.INVALID),
  /** A transaction's id is so old that its outcome may have been forgotten; nothing was begun. */
  EXPIRED_ID(Category.INVALID),
  /** The result of a transaction with an id cannot be kept, so the transaction did not commit. */
  RESULT_NOT_KEPT(Category.INVALID),
  /** A message is longer than the other side takes; nothing of it was read. */
  MESSAGE_TOO_LARGE(Category.INVALID),
  /** What came over the wire is not a message of the protocol, or comes out of turn. */
  BAD_MESSAGE(Category.INVALID),
  /** Client and server have no version of the protocol in common. */
  UNSUPPORTED_VERSION(Category.INVALID),
  /** A setting is out of its range. */
  BAD_CONFIG(Category.INVALID),
  /** The transaction's logic threw, on values that were current. */
  LOGIC_FAILED(Category.FAILED),
  /** The transaction aborted; its cause is in the details. */
  ABORTED(Category.ABORTED),
  /** The id was made definitely aborted by a query of its status. */
  ID_ABORTED(Category.ABORTED),
  /** The service has no room for more; the request was not begun. Try later. */
  OVERLOADED(Category.REFUSED),
  /** The service is closed or closing; the request was not begun or did not commit. */
  CLOSED(Category.REFUSED),
  /** No server could be reached in time; the request was not begun. */
  UNAVAILABLE(Category.REFUSED),
  /** Who asks is not known: the token or the certificate is missing, wrong or expired. */
  UNAUTHENTICATED(Category.DENIED),
  /** Who asks may not do this: another role is needed. */
  FORBIDDEN(Category.DENIED),
  /** The waiting thread was interrupted; the transaction did not commit. */
  INTERRUPTED(Category.REFUSED),
  /** Service, connection or the caller's wait ended while the transaction was under way. */
  OUTCOME_UNKNOWN(Category.UNKNOWN),
  /** Another process, or another service of this one, works in the data directory. */
  DIRECTORY_IN_USE(Category.DATA),
  /** A file of the data directory is not what was written; nothing was changed. */
  DAMAGED(Category.DATA),
  /** A file of the data directory could not be read or written. */
  IO_FAILED(Category.DATA);

  /** What a caller can do about an error. */
  public enum Category {
    /** Mend the request: it will never succeed as it is. */
    INVALID,
    /** Mend the logic that threw. */
    FAILED,
    /** Run it again if it is still wanted. */
    ABORTED,
    /** Try again later, or elsewhere. */
    REFUSED,
    /** Come with other credentials, or have a role granted. */
    DENIED,
    /** Ask by its id whether it took place, before it is run again. */
    UNKNOWN,
    /** Look at the data directory: the details name the file and what is wrong with it. */
    DATA
  }

  private final Category category;

  ErrorCode(Category category) {
    this.category = category;
  }

  /** What a caller can do about it. */
  public Category category() {
    return category;
  }
}
