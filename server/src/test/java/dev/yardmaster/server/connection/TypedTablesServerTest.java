package dev.yardmaster.server.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.engine.service.typed.TypedProcedure;
import dev.yardmaster.engine.service.typed.TypedRows;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests typed tables of a server, which clients reach by calling procedures. */
@Timeout(60)
class TypedTablesServerTest {

  private static final String ACCOUNTS =
      "accounts(numbers hashed; balance number; owner bytes 40; index by-owner owner)";
  private static final Key TOTAL = Key.of("totals", 1);

  @TempDir private Path data;

  /** Adds cents to the account with a number, and to the total. */
  private static final class Deposit implements TypedProcedure<List<Object>, Long> {

    @Override
    public String name() {
      return "deposit";
    }

    @Override
    public void declare(List<Object> argument, KeyDeclaration keys) {
      keys.update(TOTAL);
    }

    @Override
    public Long execute(List<Object> argument, Transaction transaction, TypedRows rows) {
      long cents = (long) argument.get(1);
      Table accounts = rows.table("accounts");
      RowLayout.LongColumn balance = accounts.layout().number("balance");
      Row account = rows.update(accounts, (long) argument.get(0));
      if (account == null) {
        account = rows.insert(accounts, (long) argument.get(0));
        account.setBytes(accounts.layout().bytes("owner"), "ada".getBytes(UTF_8));
      }
      account.addLong(balance, cents);
      transaction.putLong(TOTAL, transaction.getLong(TOTAL) + cents);
      if (account.getLong(balance) < 0) {
        throw transaction.abort("too little money");
      }
      return account.getLong(balance);
    }
  }

  private ServerConfig.Builder config(String engine) {
    return ServerConfig.builder()
        .set("engine", engine)
        .set("data", data.toString())
        .set("listen", "127.0.0.1:0")
        .set("admin.listen", "none");
  }

  private static YardmasterClient connect(YardmasterServer server) {
    return YardmasterClient.connect(
        ClientConfig.builder().address("127.0.0.1:" + server.address().getPort()).build());
  }

  private static Outcome<Object> deposit(YardmasterClient client, long account, long cents) {
    return client
        .submit("deposit", List.of(account, cents))
        .toCompletableFuture()
        .orTimeout(30, TimeUnit.SECONDS)
        .join();
  }

  @Test
  void aClientReachesTypedRowsByAProcedureAndTheySurviveARestart() {
    for (long start = 1; start <= 2; start++) {
      try (YardmasterServer server =
              YardmasterServer.start(
                  config("silo").set("tables", ACCOUNTS).build(), List.of(new Deposit()));
          YardmasterClient client = connect(server)) {
        assertEquals(5 * start, deposit(client, 7, 5).valueOrThrow());
        assertEquals(ErrorCode.ABORTED, deposit(client, 7, -1_000).error().code());
        assertEquals(5 * start, client.call(OneShot.builder().read(TOTAL).build()).getLong(TOTAL));
        Key typed = Key.of("accounts", 7);
        YardmasterException refused =
            assertThrows(
                YardmasterException.class,
                () -> client.execute(transaction -> transaction.get(typed)));
        assertEquals(ErrorCode.BAD_KEY, refused.code(), refused::toString);
        refused =
            assertThrows(
                YardmasterException.class,
                () ->
                    client.execute(
                        transaction -> {
                          transaction.putLong(typed, 1);
                          return null;
                        }));
        assertEquals(ErrorCode.BAD_KEY, refused.code(), refused::toString);
      }
    }
  }

  @Test
  void thePipelineRefusesAProcedureOnRowsAndADirectoryWithTypedTables() {
    YardmasterException refused =
        assertThrows(
            YardmasterException.class,
            () -> YardmasterServer.start(config("pipeline").build(), List.of(new Deposit())));
    assertTrue(
        refused.getMessage().contains("which needs an engine with typed tables"),
        refused::getMessage);
    YardmasterServer.start(config("silo").set("tables", ACCOUNTS).build(), List.of()).close();
    refused =
        assertThrows(
            YardmasterException.class,
            () -> YardmasterServer.start(config("pipeline").build(), List.of()));
    assertEquals(ErrorCode.BAD_CONFIG, refused.code());
    assertTrue(
        refused.getMessage().contains("typed tables, which only an engine or a database has"),
        refused::getMessage);
    refused =
        assertThrows(
            YardmasterException.class,
            () -> YardmasterServer.start(config("silo").build(), List.of()));
    assertTrue(refused.getMessage().contains("table=accounts"), refused::getMessage);
  }
}
