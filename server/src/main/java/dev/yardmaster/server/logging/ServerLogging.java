package dev.yardmaster.server.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.config.ServerOptions;
import dev.yardmaster.server.config.value.LogFormat;
import java.io.OutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Configures Logback from the server's configuration instead of a file on the class path. */
public final class ServerLogging {

  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX,UTC} %-5level %logger{24}: %message %kvp{NONE}%n";

  private ServerLogging() {}

  /**
   * Sends all further log lines to this stream. If SLF4J is bound to a library other than Logback,
   * the method has no effect.
   */
  public static void start(ServerConfig config, OutputStream output) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.reset();
      Encoder<ILoggingEvent> encoder =
          config.get(ServerOptions.LOG_FORMAT) == LogFormat.JSON
              ? new JsonLineEncoder()
              : textEncoder();
      encoder.setContext(context);
      encoder.start();
      OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
      appender.setContext(context);
      appender.setName("server");
      appender.setEncoder(encoder);
      appender.setOutputStream(output);
      appender.start();
      ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
      root.setLevel(Level.toLevel(config.get(ServerOptions.LOG_LEVEL).name()));
      root.addAppender(appender);
      // On level DEBUG, Netty logs details of its buffers and of the platform, which operators do
      // not need.
      context.getLogger("io.netty").setLevel(Level.INFO);
      // On level INFO, JRaft logs each of its internal steps.
      if (!root.getLevel().isGreaterOrEqual(Level.WARN)) {
        context.getLogger("com.alipay.sofa").setLevel(Level.WARN);
      }
      // While a member is down, this class warns several times a second, whereas the network layer
      // warns only once.
      context.getLogger("com.alipay.sofa.jraft.core.Replicator").setLevel(Level.ERROR);
    }
  }

  private static PatternLayoutEncoder textEncoder() {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setPattern(PATTERN);
    return encoder;
  }
}
