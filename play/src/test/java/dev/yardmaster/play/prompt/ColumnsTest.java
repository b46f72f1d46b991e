package dev.yardmaster.play.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Prints texts in columns, and divides lines. */
class ColumnsTest {

  @Test
  void aLongLineContinuesInItsColumn() {
    StringWriter text = new StringWriter();
    Columns columns = new Columns(new PrintWriter(text), 60);
    columns.divide(2);
    columns.print(1, "the quick brown fox jumps over the lazy dog\nend");
    columns.print("");
    String indent = " ".repeat(30);
    assertEquals(
        indent
            + "the quick brown fox jumps\n"
            + indent
            + "  over the lazy dog\n"
            + indent
            + "end\n\n",
        text.toString());
  }

  @Test
  void aLongWordStaysWhole() {
    assertEquals(List.of("0123456789"), Columns.wrap("0123456789", 4));
    assertEquals(List.of("a", "  0123456789", "  b"), Columns.wrap("a 0123456789 b", 4));
    assertEquals(List.of("ab cd"), Columns.wrap("ab cd", 5));
  }

  @Test
  void wordsEndAtSpacesOutsideQuotationMarks() {
    assertEquals(List.of("put", "x", "a b", ""), Words.of("  put x \"a b\"  \"\" "));
    assertEquals(List.of("ab c"), Words.of("a\"b c\""));
    assertEquals(List.of(), Words.of(" "));
    assertThrows(BadLine.class, () -> Words.of("put \"x"));
  }
}
