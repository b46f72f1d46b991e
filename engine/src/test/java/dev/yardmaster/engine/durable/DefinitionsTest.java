package dev.yardmaster.engine.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.service.Engine;
import dev.yardmaster.engine.service.EngineService;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.PartitionBy;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a directory and an application agree on the definitions of the tables. */
class DefinitionsTest {

  @TempDir private Path folder;

  private Database open(TableDefinition... definitions) {
    return Database.open(
        folder,
        workers -> Protocols.named("silo", workers),
        1,
        LogSettings.sync(),
        database -> Arrays.stream(definitions).forEach(database::create));
  }

  private static RowLayout columns(int ownerBytes, String number) {
    RowLayout.Builder columns = RowLayout.columns();
    var unused = columns.bytes("owner", ownerBytes);
    var unusedNumber = columns.number(number);
    return columns.build();
  }

  private static TableDefinition accounts(RowLayout layout) {
    return TableDefinition.ordered("accounts", layout);
  }

  static List<Arguments> others() {
    RowLayout layout = columns(40, "balance");
    RowLayout.Builder more = RowLayout.columns();
    var unused = more.bytes("owner", 40);
    unused = more.bytes("balance", 8);
    RowLayout.Builder fewer = RowLayout.columns();
    unused = fewer.bytes("owner", 40);
    TableDefinition same = accounts(layout);
    return List.of(
        Arguments.of(
            accounts(columns(41, "balance")), "column 0", "bytes(40) owner", "bytes(41) owner"),
        Arguments.of(accounts(columns(40, "cents")), "column 1", "number balance", "number cents"),
        Arguments.of(accounts(more.build()), "column 1", "number balance", "bytes(8) balance"),
        Arguments.of(accounts(fewer.build()), "column 1", "number balance", "none"),
        Arguments.of(accounts(RowLayout.value()), "column 0", "bytes(40) owner", "none"),
        Arguments.of(TableDefinition.orderedBytes("accounts", layout), "keys", "numbers", "bytes"),
        Arguments.of(TableDefinition.hashed("accounts", layout, 10), "order", "ordered", "hashed"),
        Arguments.of(same.dividedInto(new KeyRanges(5, 10, 3)), "ranges", "0 1 1", "5 10 3"),
        Arguments.of(
            same.partitionedBy(PartitionBy.first(4)), "partition by", "hash 0", "first 4"));
  }

  @ParameterizedTest
  @MethodSource("others")
  void anotherDefinitionIsRefused(
      TableDefinition other, String property, String inDirectory, String inApplication) {
    open(accounts(columns(40, "balance"))).close();
    YardmasterException thrown = assertThrows(YardmasterException.class, () -> open(other));
    assertEquals(ErrorCode.BAD_CONFIG, thrown.code());
    assertEquals(
        "BAD_CONFIG: the application creates a table by another definition than the data directory"
            + " has (directory="
            + folder
            + ", table=accounts, property="
            + property
            + ", inDirectory="
            + inDirectory
            + ", inApplication="
            + inApplication
            + ")",
        thrown.getMessage());
    open(accounts(columns(40, "balance"))).close();
  }

  @Test
  void theExpectedNumberOfRecordsMayDiffer() {
    open(TableDefinition.hashed("rows", RowLayout.value(), 10)).close();
    open(TableDefinition.hashed("rows", RowLayout.value(), 1_000)).close();
  }

  @Test
  void theApplicationCreatesEveryTableOfTheDirectory() {
    TableDefinition one = TableDefinition.ordered("one", RowLayout.value());
    TableDefinition two = TableDefinition.ordered("two", RowLayout.value());
    open(one).close();
    open(two, one).close();
    YardmasterException thrown = assertThrows(YardmasterException.class, () -> open(one));
    assertEquals(ErrorCode.BAD_CONFIG, thrown.code());
    assertTrue(thrown.getMessage().contains("table=two"), thrown::getMessage);
  }

  @Test
  void aTableMayBeCreatedLater() {
    TableDefinition later = TableDefinition.ordered("later", RowLayout.value());
    try (Database database = open()) {
      database.create(later);
      Worker worker = database.worker(0, new ThreadPace(System::nanoTime));
      worker.run(
          transaction -> transaction.put(database.table("later"), 5).setValue(new byte[] {5}));
    }
    assertThrows(YardmasterException.class, this::open);
    try (Database database = open(later)) {
      Worker worker = database.worker(0, new ThreadPace(System::nanoTime));
      worker.run(transaction -> assertNotNull(transaction.read(database.table("later"), 5)));
      assertEquals(null, worker.failure());
    }
  }

  @Test
  void aReservedNameIsRefused() {
    YardmasterException thrown =
        assertThrows(
            YardmasterException.class,
            () -> open(TableDefinition.ordered("yardmaster.rows", RowLayout.value())));
    assertEquals(ErrorCode.BAD_KEY, thrown.code());
    open().close();
  }

  @Test
  void aServiceAndADatabaseRefuseTheDirectoryOfTheOther() {
    EngineConfig config = EngineConfig.builder().directory(folder.resolve("service")).build();
    try (EngineService service = Engine.open(config)) {
      service.execute(
          transaction -> {
            transaction.putLong(Key.of("rows", 1), 1);
            return null;
          });
    }
    YardmasterException noDatabase =
        assertThrows(
            YardmasterException.class,
            () ->
                Database.open(
                    folder.resolve("service"),
                    workers -> Protocols.named("silo", workers),
                    1,
                    LogSettings.sync(),
                    database ->
                        database.create(TableDefinition.ordered("rows", RowLayout.value()))));
    assertEquals(ErrorCode.BAD_CONFIG, noDatabase.code());
    open(TableDefinition.ordered("rows", RowLayout.value())).close();
    YardmasterException noService =
        assertThrows(
            YardmasterException.class,
            () -> Engine.open(EngineConfig.builder().directory(folder).build()));
    assertEquals(ErrorCode.BAD_CONFIG, noService.code());
    try (EngineService service = Engine.open(config)) {
      assertEquals(
          1, (long) service.execute(transaction -> transaction.getLong(Key.of("rows", 1))));
    }
  }

  @Test
  void aDefinitionThatIsCutOffIsRefused() {
    byte[] whole = DefinitionFormat.encode(accounts(columns(40, "balance")));
    assertEquals(
        DefinitionFormat.properties(accounts(columns(40, "balance"))),
        DefinitionFormat.decode(whole));
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThrows(IllegalArgumentException.class, () -> DefinitionFormat.decode(cut));
    }
    whole[0] = 2;
    assertThrows(IllegalArgumentException.class, () -> DefinitionFormat.decode(whole));
  }
}
