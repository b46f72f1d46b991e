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
   * Returns the logger of a class. This is the logger of the program's SLF4J provider or, if the
   * program has no provider, a logger that prints warnings and errors. {@code slf4j-nop} counts as
   * a provider, so with it nothing is printed.
   */
  public static Logger of(Class<?> type) {
    return of(type, false);
  }

  /**
   * Returns a logger for answers that the user has requested. It differs from the logger of {@link
   * #of} only if the program has no provider: it then also prints messages of the level INFO.
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
