package dev.yardmaster.benchmarks.workload.tpce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.records.RunOnEngine;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceMix;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordTransaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that TPC-E on the engine does not break the consistency conditions. */
class TpceTest {

  /** Forty customers with 200 accounts, 27 securities and 2,304 loaded trades. */
  static TpceSettings small(TpceMix mix) {
    return TpceSettings.small(40, 500, mix, 7);
  }

  static List<String> protocols() {
    return Protocols.names();
  }

  @ParameterizedTest
  @EnumSource(TpceMix.class)
  void oneWorkerKeepsThem(TpceMix mix) throws Exception {
    RunOnEngine run = new RunOnEngine(new Tpce(small(mix)), "silo", 1);
    assertEquals(Optional.empty(), run.brokenInvariant(), "as loaded");
    run.runClients(5_000);
    assertEquals(Optional.empty(), run.brokenInvariant());
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void fourThreadsKeepThemUnderEveryProtocol(String protocol) throws Exception {
    RunOnEngine run = new RunOnEngine(new Tpce(small(TpceMix.HYBRID)), protocol, 4);
    run.runClients(1_000);
    assertEquals(Optional.empty(), run.brokenInvariant(), protocol);
  }

  @Test
  void transactionsHaveTheirShares() throws Exception {
    int transactions = 20_000;
    TpceSettings settings = small(TpceMix.HYBRID).withDrawn(transactions);
    RunOnEngine run = new RunOnEngine(new Tpce(settings), "silo", 1);
    Map<String, Integer> committed = new HashMap<>();
    int rolledBack = 0;
    for (int i = 0; i < transactions; i++) {
      RecordCall call = run.client(0).next();
      var unused = run.worker(0).run(call);
      boolean hasCommitted = run.worker(0).failure() == null;
      if (hasCommitted) {
        committed.merge(call.type(), 1, Integer::sum);
      } else {
        assertEquals(TpceType.TRADE_ORDER.label(), call.type());
        rolledBack++;
      }
      run.client(0).ended(call, hasCommitted);
    }
    assertEquals(TpceType.values().length, committed.size(), committed.toString());
    assertEquals(0.2, share(committed, TpceType.ANALYTIC, transactions), 0.02);
    assertEquals(0.1, share(committed, TpceType.TRADE_ORDER, transactions), 0.01);
    assertEquals(0.13, share(committed, TpceType.MARKET_WATCH, transactions), 0.02);
    // Nearly every trade is completed, because the prices of limit orders occur.
    assertEquals(0.1, share(committed, TpceType.TRADE_RESULT, transactions), 0.015);
    double ofOrders = (double) rolledBack / committed.get(TpceType.TRADE_ORDER.label());
    assertEquals(0.01, ofOrders, 0.007);
    assertEquals(Optional.empty(), run.brokenInvariant());
  }

  private static double share(Map<String, Integer> committed, TpceType type, int of) {
    return (double) committed.get(type.label()) / of;
  }

  /** Checks that a transaction that is declared as read-only does not write. */
  @Test
  void readOnlyTransactionsOnlyRead() throws Exception {
    RunOnEngine run = new RunOnEngine(new Tpce(small(TpceMix.HYBRID)), "silo", 1);
    Map<String, Boolean> isReadOnly = new HashMap<>();
    for (int i = 0; i < 2_000; i++) {
      RecordCall call = run.client(0).next();
      isReadOnly.put(call.type(), call.isReadOnly());
      RecordCall called = call;
      var unused =
          run.worker(0)
              .run(
                  transaction ->
                      called.run(called.isReadOnly() ? new ReadingOnly(transaction) : transaction));
      run.client(0).ended(call, run.worker(0).failure() == null);
    }
    assertEquals(
        6, isReadOnly.values().stream().filter(each -> each).count(), isReadOnly.toString());
  }

  @Test
  void badSettingsAreNamed() {
    for (String[] wrong :
        new String[][] {
          {"5", "500", "customers is from 20"},
          {"45", "500", "a multiple of 10: customers=45"},
          {"40", "100000", "trades=11"},
          {"20000", "20", "trades=28800000"}
        }) {
      Exception thrown =
          assertThrows(
              IllegalArgumentException.class,
              () ->
                  TpceSettings.small(
                      Integer.parseInt(wrong[0]), Integer.parseInt(wrong[1]), TpceMix.HYBRID, 1));
      assertTrue(thrown.getMessage().contains(wrong[2]), thrown.getMessage());
    }
  }

  /** A transaction that refuses writes. */
  private static final class ReadingOnly extends ForwardingTransaction {

    ReadingOnly(RecordTransaction transaction) {
      super(transaction);
    }

    @Override
    public Row update(Table table, long key, byte[] rest) {
      throw new AssertionError("update of " + table);
    }

    @Override
    public Row insert(Table table, long key, byte[] rest) {
      throw new AssertionError("insert into " + table);
    }

    @Override
    public Row put(Table table, long key, byte[] rest) {
      throw new AssertionError("put into " + table);
    }

    @Override
    public boolean delete(Table table, long key, byte[] rest) {
      throw new AssertionError("delete from " + table);
    }
  }
}
