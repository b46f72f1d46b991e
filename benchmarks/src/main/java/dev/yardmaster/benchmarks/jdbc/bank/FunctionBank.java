package dev.yardmaster.benchmarks.jdbc.bank;

import dev.yardmaster.jdbc.StatementLogic;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The six transactions as functions in the database. Each transaction is one call and one round
 * trip. On a connection in auto-commit mode a call is a transaction.
 *
 * @param isRecorded whether the transactions also report the rows that they saw
 */
record FunctionBank(boolean isRecorded) implements BankTransaction {

  private static final Map<BankKind, String> PLAIN = texts("select change, balance from %s(%s)");
  private static final Map<BankKind, String> RECORDED =
      texts("select change, balance, seen from %s(%s, ?)");
  private static final int NUMBERS_PER_ROW = 6;

  private static Map<BankKind, String> texts(String form) {
    Map<BankKind, String> texts = new EnumMap<>(BankKind.class);
    for (BankKind kind : BankKind.values()) {
      String places =
          switch (kind) {
            case BALANCE -> "?";
            case SEND_PAYMENT -> "?, ?, ?";
            default -> "?, ?";
          };
      texts.put(kind, form.formatted(kind.functionName(), places));
    }
    return texts;
  }

  @Override
  public BankReceipt run(Connection connection, BankArguments arguments, long number)
      throws SQLException {
    return statement(arguments, number).run(connection);
  }

  @Override
  public StatementLogic<BankReceipt> statement(BankArguments arguments, long number) {
    return new Call(isRecorded, arguments, number);
  }

  private record Call(boolean isRecorded, BankArguments drawn, long number)
      implements StatementLogic<BankReceipt> {

    @Override
    public String sql() {
      return (isRecorded ? RECORDED : PLAIN).get(drawn.kind());
    }

    @Override
    public List<Long> parameters() {
      List<Long> values = new ArrayList<>(4);
      values.add(drawn.customer());
      switch (drawn.kind()) {
        case BALANCE -> {}
        case AMALGAMATE -> values.add(drawn.other());
        case SEND_PAYMENT -> {
          values.add(drawn.other());
          values.add(drawn.cents());
        }
        default -> values.add(drawn.cents());
      }
      if (isRecorded) {
        values.add(number);
      }
      return values;
    }

    @Override
    public BankReceipt read(PreparedStatement executed) throws SQLException {
      try (ResultSet row = executed.getResultSet()) {
        row.next();
        long changeCents = row.getLong(1);
        boolean isRefused = row.wasNull();
        return new BankReceipt(
            isRefused,
            changeCents,
            row.getLong(2),
            isRecorded ? seen((Long[]) row.getArray(3).getArray()) : List.of());
      }
    }
  }

  private static List<SeenRow> seen(Long[] numbers) {
    List<SeenRow> seen = new ArrayList<>();
    for (int at = 0; at < numbers.length; at += NUMBERS_PER_ROW) {
      seen.add(
          new SeenRow(
              new AccountRow(BankTable.values()[numbers[at].intValue()], numbers[at + 1]),
              numbers[at + 2],
              numbers[at + 3],
              numbers[at + 4] != 0,
              numbers[at + 5]));
    }
    return seen;
  }
}
