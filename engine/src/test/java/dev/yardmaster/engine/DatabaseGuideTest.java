package dev.yardmaster.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.durable.LogSettings;
import dev.yardmaster.engine.interleave.Interleaver;
import dev.yardmaster.engine.interleave.SimulatedCosts;
import dev.yardmaster.engine.interleave.SimulatedWorker;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.ProtocolFactory;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.Loader;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.proof.checker.CheckOptions;
import dev.yardmaster.proof.checker.CheckResult;
import dev.yardmaster.proof.checker.Guarantee;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles and runs the code of the guide to the engine, and checks that the guide shows this code
 * and lists every protocol.
 */
class DatabaseGuideTest {

  private static final Path PAGE = Path.of("..", "docs", "guide-engine.md");
  private static final Path THIS_FILE =
      Path.of("src/test/java/dev/yardmaster/engine/DatabaseGuideTest.java");
  private static final int WORKERS = 8;

  @Test
  void database() {
    // snippet: database
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn balance = columns.number("balance");
    BytesColumn owner = columns.bytes("owner", 40);
    Database database = new Database(Protocols.named("silo", 4), 4);
    Table accounts = database.create(TableDefinition.hashed("accounts", columns.build(), 1_000));

    Worker worker = database.worker(0, new ThreadPace(System::nanoTime));
    Loader loader = worker.loader();
    Row row = Row.of(accounts.layout());
    row.setLong(balance, 500);
    for (long account = 0; account < 1_000; account++) {
      row.setBytes(owner, ("owner " + account).getBytes(UTF_8));
      loader.load(accounts, account, row);
    }

    int restarts =
        worker.run(
            transaction -> {
              Row payer = transaction.update(accounts, 17);
              if (payer.getLong(balance) < 100) {
                throw transaction.abort("too little money");
              }
              payer.addLong(balance, -100);
              transaction.update(accounts, 18).addLong(balance, 100);
            });
    System.out.println(
        worker.failure() == null
            ? "committed after " + restarts + " restarts"
            : "not done: " + worker.failure().getMessage());
    // end
    assertEquals(0, restarts);
    assertEquals(null, worker.failure());
    worker.run(
        transaction -> {
          assertEquals(400, transaction.read(accounts, 17).getLong(balance));
          Row payee = transaction.read(accounts, 18);
          assertEquals(600, payee.getLong(balance));
          assertEquals("owner 18", new String(payee.getBytes(owner), UTF_8));
        });
    assertEquals(null, worker.failure());
  }

  @Test
  void range() {
    Database database = new Database(Protocols.named("silo", 1), 1);
    Worker worker = database.worker(0, new ThreadPace(System::nanoTime));
    // snippet: range
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn cents = columns.number("cents");
    Table orders = database.create(TableDefinition.ordered("orders", columns.build()));
    worker.run(
        transaction -> {
          transaction.insert(orders, 7).setLong(cents, 1_250);
          transaction.insert(orders, 9).setLong(cents, 800);
        });
    long[] sum = {0};
    worker.run(
        transaction -> {
          sum[0] = 0; // an earlier run that did not commit may have changed the sum
          transaction.scan(
              orders,
              0,
              100,
              Integer.MAX_VALUE,
              (key, rest, order) -> {
                sum[0] += order.getLong(cents);
                return true;
              });
        });
    System.out.println("ordered: " + sum[0]);
    // end
    assertEquals(2_050, sum[0]);
  }

  @Test
  void durable(@TempDir Path directory) {
    // snippet: durable
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn balance = columns.number("balance");
    TableDefinition accounts = TableDefinition.hashed("accounts", columns.build(), 1_000);
    long[] found = {0};
    try (Database database =
        Database.open(
            directory,
            workers -> Protocols.named("silo", workers),
            4,
            LogSettings.sync(),
            opened -> opened.create(accounts))) {
      Table table = database.table("accounts");
      Worker worker = database.worker(0, new ThreadPace(System::nanoTime));
      worker.run(transaction -> transaction.put(table, 17).setLong(balance, 500));
    }
    try (Database database =
        Database.open(
            directory,
            workers -> Protocols.named("plor", workers),
            2,
            LogSettings.async(10),
            opened -> opened.create(accounts))) {
      Table table = database.table("accounts");
      Worker worker = database.worker(0, new ThreadPace(System::nanoTime));
      worker.run(transaction -> found[0] = transaction.read(table, 17).getLong(balance));
      System.out.println("balance: " + found[0]);
    }
    // end
    assertEquals(500, found[0]);
  }

  @Test
  void metrics() {
    Database database = new Database(Protocols.named("multi-version", 1), 1);
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn cents = columns.number("cents");
    Table orders = database.create(TableDefinition.ordered("orders", columns.build()));
    Worker worker = database.worker(0, new ThreadPace(System::nanoTime));
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    // snippet: metrics
    new DatabaseMeters(database, System::nanoTime).bindTo(registry);
    worker.run(transaction -> transaction.insert(orders, 7).setLong(cents, 1_250));
    DatabaseFigures figures = database.figures(System.nanoTime());
    System.out.println(figures.committed() + " committed, " + figures.tables());
    // end
    assertEquals(1, figures.committed());
    assertEquals(1, figures.tables().get(0).rows());
    assertEquals(1, registry.get("yardmaster.committed").functionCounter().count());
    assertEquals(1, registry.get("yardmaster.table.rows").tag("table", "orders").gauge().value());
  }

  @Test
  void simulated() throws IOException {
    Protocol protocol = Protocols.named("wound-wait", WORKERS);
    // snippet: simulated
    Database database = new Database(protocol, 8);
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn count = columns.number("count");
    Table counters = database.create(TableDefinition.hashed("counters", columns.build(), 4));
    HistoryLog history = HistoryLog.inMemory();
    Interleaver interleaver = new Interleaver(42, SimulatedCosts.inMemory(), 1_000_000_000L);
    Worker[] workers = new Worker[8];
    for (int i = 0; i < 8; i++) {
      SimulatedWorker simulated = interleaver.add();
      Worker worker = database.worker(i, simulated, null, history.recorder());
      workers[i] = worker;
      simulated.runs(
          () -> {
            for (int n = 0; n < 100; n++) {
              long key = n % 4;
              worker.run(transaction -> transaction.update(counters, key).addLong(count, 1));
            }
          });
    }
    workers[0].run(
        transaction -> {
          for (long key = 0; key < 4; key++) {
            transaction.insert(counters, key);
          }
        });
    interleaver.run();
    history.close();
    CheckResult result =
        SerializabilityChecker.check(
            history.bytes(),
            CheckOptions.defaults().with(Guarantee.valueOf(protocol.isolation().name())));
    System.out.println(result.isSerializable() ? "serializable" : result.anomalies());
    // end
    assertTrue(result.isSerializable(), result::inWords);
    assertEquals(1 + 8 * 100, result.transactions());
    workers[0].run(transaction -> assertEquals(200, transaction.read(counters, 3).getLong(count)));
    assertEquals(null, workers[0].failure());
  }

  @Test
  void thePageShowsThisCode() throws IOException {
    Map<String, String> snippets = new HashMap<>();
    Matcher here =
        Pattern.compile("// snippet: (\\w+)\n(.*?)// end", Pattern.DOTALL)
            .matcher(Files.readString(THIS_FILE));
    while (here.find()) {
      snippets.put(here.group(1), words(here.group(2)));
    }
    Matcher block =
        Pattern.compile("(?:<!-- (?:snippet|file): (\\S+) -->\n)?```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE));
    while (block.find()) {
      String name = block.group(1);
      assertNotNull(name, "the page has a Java block without a name: " + block.group(2));
      if (!name.endsWith(".java")) { // ProtocolGuideTest compares the files.
        assertEquals(snippets.remove(name), words(block.group(2)), name);
      }
    }
    assertEquals(Map.of(), snippets, "the page must show every snippet");
  }

  /**
   * In the page's table, the first cell of a row is the protocol's name. The last two cells are the
   * number of words of a record and the number of words of a version.
   */
  @Test
  void thePageKnowsEveryProtocol() throws IOException {
    Set<String> shown = new HashSet<>();
    Matcher row =
        Pattern.compile(
                "^\\| `([\\w-]+)` \\|.*\\| (yes|no) \\|[^|]*\\| (\\d+)(?:, and (\\d+) .*)? \\|$",
                Pattern.MULTILINE)
            .matcher(Files.readString(PAGE));
    while (row.find()) {
      String name = row.group(1);
      Protocol protocol = Protocols.named(name, WORKERS);
      assertEquals(protocol.isolation() == Isolation.STRICT, row.group(2).equals("yes"), name);
      assertEquals(protocol.recordWords(), Integer.parseInt(row.group(3)), name);
      int versionWords = row.group(4) == null ? 0 : Integer.parseInt(row.group(4));
      assertEquals(protocol.versionWords(), versionWords, name);
      shown.add(name);
    }
    Set<String> own = new HashSet<>(Protocols.names());
    ServiceLoader.load(ProtocolFactory.class).forEach(other -> own.remove(other.name()));
    assertEquals(own, shown);
  }

  /**
   * Returns the code without white space, because the indentation in the page differs from the
   * indentation in the test.
   */
  private static String words(String code) {
    return code.replaceAll("\\s+", "");
  }
}
