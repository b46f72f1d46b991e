package dev.yardmaster.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.engine.service.Engine;
import dev.yardmaster.engine.service.EngineService;
import dev.yardmaster.engine.service.PartitionFigures;
import dev.yardmaster.engine.service.typed.TypedProcedure;
import dev.yardmaster.engine.service.typed.TypedRows;
import dev.yardmaster.engine.table.PartitionRule;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles and runs the engine's code of the embedding guide, and checks that the guide shows this
 * code.
 */
class GuideTest {

  private static final Path PAGE = Path.of("..", "docs", "guide-embedding.md");
  private static final Path THIS_FILE =
      Path.of("src/test/java/dev/yardmaster/engine/GuideTest.java");

  /** A payment into an account. */
  record Deposit(long account, long cents) {}

  private static final Procedure<Deposit, Long> DEPOSIT =
      new Procedure<>() {
        @Override
        public String name() {
          return "deposit";
        }

        @Override
        public void declare(Deposit deposit, KeyDeclaration keys) {
          keys.update(Key.of("checking", deposit.account()));
        }

        @Override
        public Long execute(Deposit deposit, Transaction transaction) {
          Key account = Key.of("checking", deposit.account());
          long balance = transaction.getLong(account) + deposit.cents();
          transaction.putLong(account, balance);
          return balance;
        }
      };

  @TempDir private Path directory;

  @Test
  void engine() {
    for (long start = 0; start < 2; start++) {
      // snippet: engine
      EngineConfig config =
          EngineConfig.builder().protocol("wound-wait").workers(4).directory(directory).build();
      try (TransactionService service = Engine.open(config)) {
        service.register(DEPOSIT);
        long balance = service.call(DEPOSIT, new Deposit(17, 500));
        System.out.println("balance: " + balance);
      }
      // end
    }
    try (TransactionService service = Engine.open(defaultsIn(directory))) {
      assertEquals(1500L, service.<Long>execute(t -> t.getLong(Key.of("checking", 17)) + 500));
    }
  }

  @Test
  void partitions() {
    // snippet: partitions
    EngineConfig config =
        EngineConfig.builder()
            .partitions(128)
            .partitionBy(
                List.of(PartitionRule.of("prefix:/"), PartitionRule.of("items=unpartitioned")))
            .build();
    try (EngineService service = Engine.open(config)) {
      service.register(DEPOSIT);
      service.call(DEPOSIT, new Deposit(17, 500));
      PartitionFigures partitions = service.partitions().orElseThrow();
      for (PartitionFigures.OfProtocol of : partitions.protocols()) {
        System.out.println(of.protocol() + ": " + of.partitions());
      }
    }
    // end
    assertEquals("cormcc", config.protocol());
  }

  @Test
  void typed() {
    for (long start = 0; start < 2; start++) {
      // snippet: typed
      RowLayout.Builder columns = RowLayout.columns();
      LongColumn balance = columns.number("balance");
      BytesColumn owner = columns.bytes("owner", 40);
      TableDefinition accounts =
          TableDefinition.hashed("accounts", columns.build(), 1_000).indexedBy("by owner", "owner");
      Key total = Key.of("totals", "all");
      TypedProcedure<Deposit, Long> deposit =
          new TypedProcedure<>() {
            @Override
            public String name() {
              return "depositRow";
            }

            @Override
            public void declare(Deposit argument, KeyDeclaration keys) {
              keys.update(total);
            }

            @Override
            public Long execute(Deposit argument, Transaction transaction, TypedRows rows) {
              Table table = rows.table("accounts");
              Row account = rows.update(table, argument.account());
              if (account == null) {
                account = rows.insert(table, argument.account());
                account.setBytes(owner, "Ada".getBytes(UTF_8));
              }
              account.addLong(balance, argument.cents());
              transaction.putLong(total, transaction.getLong(total) + argument.cents());
              return account.getLong(balance);
            }
          };
      EngineConfig config =
          EngineConfig.builder().tables(List.of(accounts)).directory(directory).build();
      try (EngineService service = Engine.open(config)) {
        service.register(deposit);
        System.out.println("balance: " + service.call(deposit, new Deposit(17, 500)));
      }
      // end
    }
    try (EngineService service = Engine.open(withAccounts())) {
      assertEquals(
          1_000L, service.<Long>execute(handle -> handle.getLong(Key.of("totals", "all"))));
    }
  }

  private EngineConfig withAccounts() {
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn unused = columns.number("balance");
    BytesColumn unusedOwner = columns.bytes("owner", 40);
    TableDefinition accounts = TableDefinition.hashed("accounts", columns.build(), 1);
    return EngineConfig.builder()
        .tables(List.of(accounts.indexedBy("by another name", "balance")))
        .directory(directory)
        .build();
  }

  private static EngineConfig defaultsIn(Path directory) {
    return EngineConfig.builder().directory(directory).build();
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
        Pattern.compile("<!-- engine snippet: (\\w+) -->\n```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE));
    while (block.find()) {
      assertEquals(snippets.remove(block.group(1)), words(block.group(2)), block.group(1));
    }
    assertEquals(Map.of(), snippets, "the page must show every snippet");
  }

  /**
   * Returns the code without white space, because the indentation in the page differs from the
   * indentation in the test.
   */
  private static String words(String code) {
    return code.replaceAll("\\s+", "");
  }
}
