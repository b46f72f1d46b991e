package dev.yardmaster.benchmarks.workload.tpcc.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.records.RunOnEngine;
import dev.yardmaster.benchmarks.workload.tpcc.Tpcc;
import dev.yardmaster.benchmarks.workload.tpcc.TpccTest;
import dev.yardmaster.benchmarks.workload.tpcc.random.LastNames;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Customer;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.table.Row;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Checks that the search by last name finds the same customer as a sort of all customers by first
 * name.
 */
class CustomerByNameTest {

  private record Named(int customer, String first) {}

  @Test
  void theMiddleOneByFirstName() throws Exception {
    int customers = 3_000;
    TpccSettings settings = TpccSettings.of(1, TpccMix.STANDARD, 9).scaledDown(2, customers, 100);
    RunOnEngine run = new RunOnEngine(new Tpcc(settings), "silo", 1);
    TpccTables tables = TpccTest.tables(run);
    Map<String, List<Named>> byLast = new TreeMap<>();
    int[] bad = new int[1];
    var unused =
        run.worker(0)
            .run(
                transaction -> {
                  for (int c = 1; c <= customers; c++) {
                    Row row = transaction.read(tables.customer(), TpccKeys.customer(1, 2, c));
                    byLast
                        .computeIfAbsent(text(row.getBytes(Customer.LAST)), x -> new ArrayList<>())
                        .add(new Named(c, text(row.getBytes(Customer.FIRST))));
                    bad[0] += text(row.getBytes(Customer.CREDIT)).equals("BC") ? 1 : 0;
                  }
                });
    assertEquals(LastNames.COUNT, byLast.size(), "every last name must have a customer");
    assertTrue(
        bad[0] > 200 && bad[0] < 400, "about one of 10 customers must have bad credit: " + bad[0]);

    CustomerByName found = new CustomerByName(tables);
    for (int name = 0; name < LastNames.COUNT; name++) {
      int lastName = name;
      List<Named> named = byLast.get(text(LastNames.of(name)));
      named.sort(Comparator.comparing(Named::first));
      int middle = named.get((named.size() + 1) / 2 - 1).customer();
      var restarts =
          run.worker(0)
              .run(
                  transaction ->
                      assertEquals(
                          middle,
                          found.find(transaction, 1, 2, lastName),
                          "last name " + lastName));
      assertEquals(0, restarts);
      assertEquals(null, run.worker(0).failure());
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
