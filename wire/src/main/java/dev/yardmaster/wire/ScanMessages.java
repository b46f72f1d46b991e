package dev.yardmaster.wire;

import com.google.protobuf.UnsafeByteOperations;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.wire.schema.Entries;
import dev.yardmaster.wire.schema.Entry;

/** Converts scans, and their results, to messages and back. */
public final class ScanMessages {

  private ScanMessages() {}

  /** Converts a scan to a message. */
  public static dev.yardmaster.wire.schema.Scan of(Scan scan) {
    var message =
        dev.yardmaster.wire.schema.Scan.newBuilder()
            .setFrom(KeyMessages.of(scan.from()))
            .setLimit(scan.limit())
            .setBackward(scan.backward());
    if (!scan.isToTableEnd()) {
      message.setTo(KeyMessages.of(scan.to()));
    }
    return message.build();
  }

  /**
   * Converts a message to a scan.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} or {@link ErrorCode#BAD_SCAN} if the
   *     message is not a valid scan
   */
  public static Scan read(dev.yardmaster.wire.schema.Scan message) {
    Key from = KeyMessages.read(message.getFrom());
    Key to = message.hasTo() ? KeyMessages.read(message.getTo()) : null;
    return new Scan(from, to, message.getLimit(), message.getBackward());
  }

  /**
   * Converts a scan's result to a message. The values must not be changed after this call, because
   * the message uses them.
   */
  public static Entries of(ScannedEntries found) {
    Entries.Builder message = Entries.newBuilder().setCut(!found.isComplete());
    for (int i = 0; i < found.size(); i++) {
      Entry.Builder entry = Entry.newBuilder();
      Key key = found.key(i);
      switch (key.kind()) {
        case NUMBER -> entry.setNumber(key.number());
        case TEXT -> entry.setTextBytes(KeyMessages.idOf(key));
        case BYTES -> entry.setBytes(KeyMessages.idOf(key));
      }
      message.addEntries(entry.setValue(UnsafeByteOperations.unsafeWrap(found.value(i))));
    }
    return message.build();
  }

  /**
   * Converts a message to a scan's result.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if a key is invalid, {@link
   *     ErrorCode#BAD_MESSAGE} if the result has more keys than the scan's limit or has keys
   *     outside the scan's range
   */
  public static ScannedEntries read(Scan scan, Entries message) {
    if (message.getEntriesCount() > scan.limit()) {
      throw new YardmasterException(
          ErrorCode.BAD_MESSAGE,
          "a scan must not return more keys than its limit",
          "entries",
          message.getEntriesCount(),
          "limit",
          scan.limit());
    }
    ScannedEntries found = new ScannedEntries();
    for (Entry entry : message.getEntriesList()) {
      Key key = read(scan.from().table(), entry);
      if (!scan.covers(key)) {
        throw new YardmasterException(
            ErrorCode.BAD_MESSAGE,
            "a scan must return keys of its range",
            "key",
            key,
            "scan",
            scan);
      }
      found.add(key, ReceivedBytes.of(entry.getValue()));
    }
    if (message.getCut()) {
      found.cut();
    }
    return found;
  }

  private static Key read(String table, Entry entry) {
    return switch (entry.getIdCase()) {
      case NUMBER -> Key.of(table, entry.getNumber());
      case TEXT -> Key.of(table, entry.getText());
      case BYTES -> Key.of(table, ReceivedBytes.of(entry.getBytes()));
      case ID_NOT_SET ->
          throw new YardmasterException(ErrorCode.BAD_KEY, "a key must have an id", "table", table);
    };
  }
}
