package dev.yardmaster.logging;

import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLoggerFactory;
import org.slf4j.spi.SLF4JServiceProvider;

/** Finds the logger of a class. */
public final class Loggers {

  private static final boolean HAS_PROVIDER = hasProvider();

  private Loggers() {}

  /**
   * Returns the logger of a class: SLF4J's, or one that prints warnings and errors if the program
   * has no SLF4J provider. The provider {@code slf4j-nop} is one: it logs nothing.
   */
  public static Logger of(Class<?> type) {
    return of(type, false);
  }

  /**
   * Returns the logger for answers that the user has asked for: like {@link #of}, but without a
   * provider it also prints information.
   */
  public static Logger ofAnswers(Class<?> type) {
    return of(type, true);
  }

  private static Logger of(Class<?> type, boolean printsInformation) {
    return HAS_PROVIDER
        ? LoggerFactory.getLogger(type)
        : new ErrorOutputLogger(type.getName(), printsInformation);
  }

  private static boolean hasProvider() {
    return !(LoggerFactory.getILoggerFactory() instanceof NOPLoggerFactory)
        || ServiceLoader.load(SLF4JServiceProvider.class, LoggerFactory.class.getClassLoader())
            .iterator()
            .hasNext();
  }
}
