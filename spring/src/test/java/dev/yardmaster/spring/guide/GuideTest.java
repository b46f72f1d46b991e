package dev.yardmaster.spring.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.testing.FakeTransactionService;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.jdbc.YardmasterDriver;
import dev.yardmaster.spring.guide.accounts.Accounts;
import dev.yardmaster.spring.guide.accounts.AccountsApplication;
import dev.yardmaster.spring.guide.first.BankApplication;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Runs the guide's applications without a database, and compares the guide with their code. */
@Timeout(60)
class GuideTest {

  private static final Path SOURCES = Path.of("src/test/java/dev/yardmaster/spring/guide");

  /**
   * Runs an application without a DataSource. On this module's class path, Spring Boot would
   * otherwise configure a DataSource for every application.
   */
  private static ConfigurableApplicationContext run(Class<?> application, Properties properties) {
    return new SpringApplicationBuilder(application)
        .web(WebApplicationType.NONE)
        .properties(properties)
        .properties(
            "spring.autoconfigure.exclude="
                + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "spring.main.banner-mode=off")
        .run();
  }

  private static long balance(TransactionService service, long account) {
    return service.execute(transaction -> transaction.getLong(Key.of("checking", account)));
  }

  @Test
  void theFirstApplicationDeposits() {
    try (ConfigurableApplicationContext context = run(BankApplication.class, new Properties())) {
      assertEquals(5, balance(context.getBean(TransactionService.class), 17));
      assertEquals(
          Status.UP,
          context
              .getBean("yardmasterHealthContributor", HealthIndicator.class)
              .health()
              .getStatus());
      assertTrue(
          context.getBean(MeterRegistry.class).get("yardmaster.committed").functionCounter().count()
              > 0);
    }
  }

  @Test
  void thePropertiesOfADataDirectoryKeepTheDeposit(@TempDir Path folder) throws IOException {
    Properties properties = GuideText.properties("directory");
    assertEquals("data", properties.put("yardmaster.pipeline.directory", folder.toString()));
    run(BankApplication.class, properties).close();
    try (ConfigurableApplicationContext context = run(BankApplication.class, properties)) {
      assertEquals(10, balance(context.getBean(TransactionService.class), 17));
    }
  }

  @Test
  void methodsAndProceduresAreTransactions() {
    try (ConfigurableApplicationContext context =
        run(AccountsApplication.class, new Properties())) {
      Accounts accounts = context.getBean(Accounts.class);
      TransactionService service = context.getBean(TransactionService.class);
      assertThrows(YardmasterException.class, () -> accounts.transfer(17, 18, 5));
      service.execute(
          transaction -> {
            transaction.putLong(Key.of("checking", 17), 12);
            return null;
          });
      assertEquals(7, accounts.transfer(17, 18, 5));
      assertEquals(5, balance(service, 18));
    }
  }

  // snippet: fake
  @Configuration(proxyBeanMethods = false)
  static class WithFake {
    @Bean
    TransactionService service() {
      return new FakeTransactionService();
    }
  }

  // end

  @Test
  void aFakeTakesThePlaceOfTheService() {
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(BankApplication.class, WithFake.class)
            .web(WebApplicationType.NONE)
            .properties(
                "spring.autoconfigure.exclude="
                    + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
            .run()) {
      FakeTransactionService fake = context.getBean(FakeTransactionService.class);
      assertEquals(1, fake.submitted().size());
      assertEquals(5, balance(fake, 17));
    }
  }

  @Test
  void thePageShowsTheCode() throws IOException {
    Map<String, String> snippets = new TreeMap<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        Matcher here =
            Pattern.compile("// snippet: (\\w+)\n(.*?)// end", Pattern.DOTALL)
                .matcher(Files.readString(file));
        while (here.find()) {
          snippets.put(here.group(1), words(here.group(2)));
        }
      }
    }
    Map<String, String> shown = new HashMap<>();
    Matcher block =
        Pattern.compile("(?:<!-- snippet: (\\w+) -->\n)?```java\n(.*?)```", Pattern.DOTALL)
            .matcher(GuideText.text());
    while (block.find()) {
      assertNotNull(block.group(1), "a Java block has no name: " + block.group(2));
      shown.put(block.group(1), words(block.group(2)));
    }
    assertEquals(snippets, new TreeMap<>(shown));
  }

  private static String words(String code) {
    return code.replaceAll("\\s+", "");
  }

  private static JsonNode metadata() throws IOException {
    return new ObjectMapper()
        .readTree(Path.of("target/classes/META-INF/spring-configuration-metadata.json").toFile());
  }

  @Test
  void theTableHasThePropertiesThatToolsComplete() throws IOException {
    List<String> rows =
        StreamSupport.stream(metadata().get("properties").spliterator(), false)
            .map(
                each ->
                    "| `%s` | %s |"
                        .formatted(each.get("name").asText(), each.get("description").asText()))
            .sorted()
            .toList();
    assertEquals(String.join("\n", rows), String.join("\n", GuideText.table("properties")));
  }

  @Test
  void toolsCompleteTheDriversSettingsAndTheProtocols() throws Exception {
    List<String> settings =
        Arrays.stream(
                new YardmasterDriver()
                    .getPropertyInfo("jdbc:yardmaster:postgresql://localhost/a", new Properties()))
            .map(setting -> setting.name)
            .filter(name -> name.startsWith("yardmaster."))
            .map(name -> name.replace("yardmaster.", ""))
            .toList();
    assertTrue(settings.size() > 5, "settings=" + settings);
    assertEquals(settings, hints("yardmaster.jdbc.settings.keys"));
    assertEquals(Protocols.strictNames(), hints("yardmaster.engine.protocol"));
  }

  private static List<String> hints(String property) throws IOException {
    for (JsonNode hint : metadata().get("hints")) {
      if (hint.get("name").asText().equals(property)) {
        return StreamSupport.stream(hint.get("values").spliterator(), false)
            .map(value -> value.get("value").asText())
            .toList();
      }
    }
    throw new AssertionError("no hints: property=" + property);
  }
}
