package dev.yardmaster.jdbc.driver;

import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.sql.Date;
import java.sql.RowIdLifetime;
import java.sql.SQLWarning;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates a value of each type that JDBC uses. If possible, each call returns a new object. */
final class Samples {
  private static final AtomicInteger NEXT = new AtomicInteger();

  private Samples() {}

  static Object of(Class<?> type, RecordingVendor vendor) {
    int next = NEXT.incrementAndGet();
    if (type == void.class) {
      return null;
    } else if (type == boolean.class) {
      return next % 2 == 0;
    } else if (type == byte.class) {
      return (byte) next;
    } else if (type == short.class) {
      return (short) next;
    } else if (type == int.class) {
      return next;
    } else if (type == long.class) {
      return (long) next;
    } else if (type == float.class) {
      return (float) next;
    } else if (type == double.class) {
      return (double) next;
    } else if (type == String.class || type == Object.class) {
      return "sample " + next;
    } else if (type == Class.class) {
      return String.class;
    } else if (type.isArray()) {
      return Array.newInstance(type.getComponentType(), 3);
    } else if (type == Map.class) {
      return Map.of("sample " + next, String.class);
    } else if (type.isInterface()) {
      return vendor.as(type);
    }
    return ofClass(type, next);
  }

  private static Object ofClass(Class<?> type, int next) {
    if (type == BigDecimal.class) {
      return new BigDecimal(next);
    } else if (type == Date.class) {
      return new Date(next);
    } else if (type == Time.class) {
      return new Time(next);
    } else if (type == Timestamp.class) {
      return new Timestamp(next);
    } else if (type == Calendar.class) {
      return new GregorianCalendar(2000, Calendar.JANUARY, 1 + next % 28);
    } else if (type == InputStream.class) {
      return InputStream.nullInputStream();
    } else if (type == Reader.class) {
      return new StringReader("sample " + next);
    } else if (type == Properties.class) {
      return new Properties();
    } else if (type == RowIdLifetime.class) {
      return RowIdLifetime.values()[next % RowIdLifetime.values().length];
    } else if (type == SQLWarning.class) {
      return new SQLWarning("sample " + next);
    } else if (type == URL.class) {
      try {
        return URI.create("file:/sample" + next).toURL();
      } catch (MalformedURLException impossible) {
        throw new AssertionError(impossible);
      }
    }
    throw new AssertionError("no sample of " + type);
  }
}
