package dev.yardmaster.server.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.ContextInitializer;
import ch.qos.logback.core.joran.spi.JoranException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.server.config.ServerConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class ServerLoggingTest {

  private final ByteArrayOutputStream output = new ByteArrayOutputStream();

  @AfterEach
  void restore() throws JoranException {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    new ContextInitializer(context).autoConfig();
  }

  private List<String> logged(String format, String level) {
    ServerConfig config =
        ServerConfig.builder().set("log.format", format).set("log.level", level).build();
    ServerLogging.start(config, output);
    Logger log = LoggerFactory.getLogger("dev.yardmaster.server.Example");
    log.atInfo()
        .addKeyValue("principal", "alice")
        .addKeyValue("connection", 17)
        .addKeyValue("secure", true)
        .addKeyValue("message", "a field's own name")
        .log("a connection was \"opened\"\nand more");
    log.error("it failed", new IllegalStateException("why"));
    log.debug("not at info");
    return output.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void jsonHasAnObjectOnEachLine() throws IOException {
    List<String> lines = logged("json", "info");
    assertEquals(2, lines.size());
    JsonNode opened = new ObjectMapper().readTree(lines.get(0));
    assertEquals("INFO", opened.get("level").asText());
    assertEquals("a connection was \"opened\"\nand more", opened.get("message").asText());
    assertEquals("alice", opened.get("principal").asText());
    assertEquals(17, opened.get("connection").asInt());
    assertTrue(opened.get("connection").isNumber());
    assertTrue(opened.get("secure").asBoolean());
    assertEquals("a field's own name", opened.get("message_").asText());
    assertEquals("dev.yardmaster.server.Example", opened.get("logger").asText());
    assertTrue(Instant.parse(opened.get("time").asText()).isBefore(Instant.now().plusSeconds(1)));
    JsonNode failed = new ObjectMapper().readTree(lines.get(1));
    assertTrue(failed.get("error").asText().contains("IllegalStateException: why"));
  }

  @Test
  void textHasPairsToo() {
    String text = String.join("\n", logged("text", "info"));
    assertTrue(text.contains("INFO  d.y.server.Example: a connection was"), text);
    assertTrue(text.contains("principal=alice connection=17"), text);
    assertTrue(text.contains("IllegalStateException: why"), text);
    assertFalse(text.contains("not at info"), text);
  }

  @Test
  void theLibraryOfTheClustersLogTellsNoStepsAndNoMissingMember() {
    List<String> before = logged("text", "info");
    LoggerFactory.getLogger("com.alipay.sofa.jraft.core.NodeImpl").info("a step");
    LoggerFactory.getLogger("com.alipay.sofa.jraft.core.Replicator").warn("a member is down");
    LoggerFactory.getLogger("com.alipay.sofa.jraft.core.NodeImpl").warn("steps down");
    List<String> lines = output.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals(before.size() + 1, lines.size(), lines.toString());
    assertTrue(lines.get(before.size()).contains("steps down"));
  }

  @Test
  void theLevelCounts() {
    assertEquals(1, logged("json", "error").size());
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    assertEquals(Level.ERROR, context.getLogger(Logger.ROOT_LOGGER_NAME).getLevel());
  }
}
