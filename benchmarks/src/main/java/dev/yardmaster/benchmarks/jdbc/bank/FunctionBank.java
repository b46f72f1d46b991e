package dev.yardmaster.benchmarks.jdbc.bank;

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
    String sql = (isRecorded ? RECORDED : PLAIN).get(arguments.kind());
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int parameters = set(statement, arguments);
      if (isRecorded) {
        statement.setLong(parameters + 1, number);
      }
      try (ResultSet row = statement.executeQuery()) {
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

  /** Sets the parameters of the transaction's function. Returns the number of these parameters. */
  private static int set(PreparedStatement statement, BankArguments drawn) throws SQLException {
    statement.setLong(1, drawn.customer());
    switch (drawn.kind()) {
      case BALANCE -> {
        return 1;
      }
      case AMALGAMATE -> statement.setLong(2, drawn.other());
      case SEND_PAYMENT -> {
        statement.setLong(2, drawn.other());
        statement.setLong(3, drawn.cents());
        return 3;
      }
      default -> statement.setLong(2, drawn.cents());
    }
    return 2;
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
