package dev.yardmaster.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {

  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    FigureTable table =
        new FigureTable(
            "Throughput",
            List.of("mode", "committed/s", "p50"),
            List.of(List.of("base", "1,234", "17,000"), List.of("srvc:rdeg", "9", "8")));
    assertEquals(
        """
        Throughput
        mode       committed/s     p50
        ------------------------------
        base             1,234  17,000
        srvc:rdeg            9       8
        """,
        TextTable.render(table));
  }

  @Test
  void everyRowHasAllCells() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new FigureTable("t", List.of("a", "b"), List.of(List.of("1"))));
  }

  @Test
  void notesAreWrappedBelow() {
    String note = "word ".repeat(30).trim();
    String text =
        TextTable.render(
            new FigureTable("t", List.of("a"), List.of(List.of("[1]")), List.of(note, "short")));
    assertEquals(
        "t\na  \n---\n[1]\n[1] "
            + "word ".repeat(19).trim()
            + "\n    "
            + "word ".repeat(11).trim()
            + "\n[2] short\n",
        text);
  }
}
