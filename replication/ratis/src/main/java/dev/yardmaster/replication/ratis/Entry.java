package dev.yardmaster.replication.ratis;

import java.nio.ByteBuffer;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * An entry on its way from the caller to this member's log, in one process. An entry without
 * content confirms a read.
 */
final class Entry implements Message {

  private final long term;
  private final ByteString content;
  private volatile boolean appended;

  /** Copies the content: after a failure, the caller can reuse its buffer, but the log goes on. */
  Entry(long term, ByteBuffer content) {
    this.term = term;
    this.content = ByteString.copyFrom(content.duplicate());
  }

  long term() {
    return term;
  }

  @Override
  public ByteString getContent() {
    return content;
  }

  /** The log gets this entry, so from here on its outcome is unknown until it is applied. */
  void setAppended() {
    appended = true;
  }

  boolean appended() {
    return appended;
  }
}
