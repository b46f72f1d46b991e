package dev.yardmaster.jdbc.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyColumnsTest {
  @Test
  void declaredKeysKeepTheirOrder() {
    KeyColumns keys =
        KeyColumns.parse(" Accounts(id), bank.order_line(w_id,d_id, o_id ,\"Number\")\n");
    assertEquals(List.of("id"), keys.of("accounts"));
    assertEquals(List.of("w_id", "d_id", "o_id", "number"), keys.of("ORDER_LINE"));
    assertEquals(List.of(), keys.of("items"));
    assertEquals(2, keys.size());
    assertEquals(0, KeyColumns.parse(" ").size());
  }

  @Test
  void theFirstOfTwoWins() {
    KeyColumns keys = KeyColumns.parse("a(x)").or(KeyColumns.parse("a(y), b(z)"));
    assertEquals(List.of("x"), keys.of("a"));
    assertEquals(List.of("z"), keys.of("b"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "accounts | expected table(column, ...): position=0 text=accounts",
        "accounts() | a column has no name: position=0 text=accounts()",
        "a(x,) | a column has no name: position=0 text=a(x,)",
        "a(x,X) | a column is declared twice: position=0 text=a(x,X)",
        "a(x),A(y) | the table is declared twice: position=5 text=a(x),A(y)",
        "a(x) b(y) | expected a comma and another table: position=5 text=a(x) b(y)",
        "a(x), | expected a comma and another table: position=4 text=a(x),",
        "a(x),,b(y) | expected table(column, ...): position=5 text=a(x),,b(y)",
      })
  void malformedTextsAreRefused(String text, String reason) {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> KeyColumns.parse(text));
    assertEquals("malformed key columns: " + reason, error.getMessage());
  }
}
