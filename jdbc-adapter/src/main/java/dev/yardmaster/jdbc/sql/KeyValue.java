package dev.yardmaster.jdbc.sql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.UUID;

/**
 * Adds the value of a key column to a hash. Values that name the same row give the same hash, for
 * example 5 as an int, as a long and as a BigDecimal of 5.00, or a UUID and its text. A number and
 * its text give different hashes.
 */
final class KeyValue {
  /**
   * The maximum length of a text, byte array or number. Longer values are unlikely to be keys of
   * contended rows.
   */
  private static final int MAX_LENGTH = 4_096;

  private static final long INTEGER = 1;
  private static final long DECIMAL = 2;
  private static final long TEXT = 3;
  private static final long BYTES = 4;
  private static final long BOOLEAN = 5;
  private static final long INSTANT = 6;
  private static final long LOCAL = 7;

  private KeyValue() {}

  /**
   * Adds a value and returns true; adds nothing and returns false for null and for types whose
   * content is unknown.
   */
  static boolean add(KeyedHash hash, Object value) {
    if (value instanceof Long || value instanceof Integer) {
      return addInteger(hash, ((Number) value).longValue());
    }
    if (value instanceof String text) {
      return addText(hash, text);
    }
    if (value instanceof Number number) {
      return addNumber(hash, number);
    }
    if (value instanceof UUID || value instanceof Character) {
      return addText(hash, value.toString());
    }
    if (value instanceof byte[] bytes) {
      return addBytes(hash, bytes);
    }
    if (value instanceof Boolean bool) {
      hash.add(BOOLEAN);
      hash.add(bool ? 1 : 0);
      return true;
    }
    return addTime(hash, value);
  }

  private static boolean addInteger(KeyedHash hash, long value) {
    hash.add(INTEGER);
    hash.add(value);
    return true;
  }

  private static boolean addText(KeyedHash hash, String text) {
    if (text.length() > MAX_LENGTH) {
      return false;
    }
    hash.add(TEXT);
    hash.add(text);
    return true;
  }

  private static boolean addNumber(KeyedHash hash, Number number) {
    if (number instanceof Short || number instanceof Byte) {
      return addInteger(hash, number.longValue());
    }
    if (number instanceof Double || number instanceof Float) {
      double value = number.doubleValue();
      return Double.isFinite(value) && addDecimal(hash, BigDecimal.valueOf(value));
    }
    if (number instanceof BigDecimal decimal) {
      return addDecimal(hash, decimal);
    }
    return number instanceof BigInteger integer && addDecimal(hash, new BigDecimal(integer));
  }

  private static boolean addDecimal(KeyedHash hash, BigDecimal decimal) {
    if (decimal.unscaledValue().bitLength() > MAX_LENGTH) {
      return false;
    }
    BigDecimal plain = decimal.stripTrailingZeros();
    if (plain.scale() <= 0 && (long) plain.precision() - plain.scale() <= 18) {
      return addInteger(hash, plain.longValue());
    }
    BigInteger unscaled = plain.unscaledValue();
    if (plain.scale() == 0 && unscaled.bitLength() < Long.SIZE) {
      return addInteger(hash, unscaled.longValue());
    }
    hash.add(DECIMAL);
    hash.add(plain.scale());
    return addBytes(hash, unscaled.toByteArray());
  }

  private static boolean addBytes(KeyedHash hash, byte[] bytes) {
    if (bytes.length > MAX_LENGTH) {
      return false;
    }
    hash.add(BYTES);
    hash.add(bytes.length);
    for (int at = 0; at < bytes.length; at += 8) {
      long word = 0;
      for (int i = at; i < Math.min(at + 8, bytes.length); i++) {
        word = word << 8 | (bytes[i] & 0xff);
      }
      hash.add(word);
    }
    return true;
  }

  private static boolean addTime(KeyedHash hash, Object value) {
    if (value instanceof Date date) {
      return addLocal(hash, date.toLocalDate().toEpochDay(), 0);
    }
    if (value instanceof LocalDate date) {
      return addLocal(hash, date.toEpochDay(), 0);
    }
    if (value instanceof Time time) {
      return addLocal(hash, 0, time.toLocalTime().toNanoOfDay());
    }
    if (value instanceof LocalTime time) {
      return addLocal(hash, 0, time.toNanoOfDay());
    }
    if (value instanceof Timestamp timestamp) {
      return addLocal(hash, timestamp.toLocalDateTime());
    }
    if (value instanceof LocalDateTime dateTime) {
      return addLocal(hash, dateTime);
    }
    if (value instanceof OffsetDateTime dateTime) {
      return addInstant(hash, dateTime.toInstant());
    }
    if (value instanceof ZonedDateTime dateTime) {
      return addInstant(hash, dateTime.toInstant());
    }
    return value instanceof Instant instant && addInstant(hash, instant);
  }

  private static boolean addLocal(KeyedHash hash, LocalDateTime dateTime) {
    return addLocal(
        hash, dateTime.toLocalDate().toEpochDay(), dateTime.toLocalTime().toNanoOfDay());
  }

  private static boolean addLocal(KeyedHash hash, long day, long nanoOfDay) {
    hash.add(LOCAL);
    hash.add(day);
    hash.add(nanoOfDay);
    return true;
  }

  private static boolean addInstant(KeyedHash hash, Instant instant) {
    hash.add(INSTANT);
    hash.add(instant.getEpochSecond());
    hash.add(instant.getNano());
    return true;
  }
}
