package dev.yardmaster.benchmarks.jdbc.slices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.jdbc.LoadFigures;
import dev.yardmaster.benchmarks.jdbc.SqlWorkload;
import dev.yardmaster.benchmarks.jdbc.bank.SqlTransaction;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckedTotalTest {

  /** A workload without tables; the test sets its total. */
  private static final class SetTotal implements SqlWorkload<String> {
    long total = 100;

    @Override
    public PostgresServer server() {
      return null;
    }

    @Override
    public void load() {
      throw new UnsupportedOperationException();
    }

    @Override
    public SqlTransaction<String> transaction() {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<DrawnCalls.Walk<String>> walks(int clients) {
      return List.of();
    }

    @Override
    public long total() {
      return total;
    }
  }

  @Test
  void aChangeThatNoTransactionMadeIsFoundOnce() throws SQLException {
    SetTotal workload = new SetTotal();
    CheckedTotal checked = new CheckedTotal(workload);
    LoadFigures idle = LoadFigures.none();
    assertEquals(List.of(), checked.check(idle));
    workload.total = 107;
    List<String> findings = checked.check(idle);
    assertEquals(1, findings.size());
    assertTrue(findings.get(0).contains("differs by 7"), findings.toString());
    assertEquals(List.of(), checked.check(idle));
  }
}
