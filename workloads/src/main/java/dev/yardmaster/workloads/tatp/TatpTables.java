package dev.yardmaster.workloads.tatp;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.table.KeyTuple;
import dev.yardmaster.api.table.Table;
import java.util.Locale;

/** The four tables. Subscribers are numbered from 1, and each has a telephone number. */
final class TatpTables {

  static final Table<Subscriber> SUBSCRIBERS = Table.of("tatp.subscriber", Subscriber.class);

  /** The subscribers' ids by their telephone numbers. */
  static final Table<SubscriberId> NUMBERS = Table.of("tatp.number", SubscriberId.class);

  /** The access data, by subscriber and type of access, 1 to 4. */
  static final Table<AccessInfo> ACCESS = Table.of("tatp.access_info", AccessInfo.class);

  /** The special facilities, by subscriber and type of facility, 1 to 4. */
  static final Table<Facility> FACILITIES = Table.of("tatp.special_facility", Facility.class);

  /** The call forwardings, by subscriber, type of facility, and start time: 0, 8 or 16 hours. */
  static final Table<Forwarding> FORWARDINGS = Table.of("tatp.call_forwarding", Forwarding.class);

  record Subscriber(boolean bit, int hex, int byteValue, long mscLocation, long vlrLocation) {}

  record SubscriberId(long id) {}

  record AccessInfo(int data1, int data2, String data3, String data4) {}

  record Facility(boolean active, int errorControl, int dataA, String dataB) {}

  record Forwarding(int endTime, String number) {}

  private TatpTables() {}

  /** Returns the telephone number of a subscriber: 15 digits. */
  static String number(long subscriber) {
    return String.format(Locale.ROOT, "%015d", subscriber);
  }

  static Key access(long subscriber, int type) {
    return ACCESS.key(KeyTuple.of(subscriber, type));
  }

  static Key facility(long subscriber, int type) {
    return FACILITIES.key(KeyTuple.of(subscriber, type));
  }

  static Key forwarding(long subscriber, int type, int startTime) {
    return FORWARDINGS.key(KeyTuple.of(subscriber, type, startTime));
  }
}
