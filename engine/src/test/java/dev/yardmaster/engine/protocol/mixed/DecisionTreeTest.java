package dev.yardmaster.engine.protocol.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests decision trees, which name a protocol by the features of a partition. */
class DecisionTreeTest {

  private static final String TEXT =
      """
      cross-share < 0.2
        partcc
        density < 0.05
          silo
          no-wait
      """;

  @ParameterizedTest
  @CsvSource({
    "0, 0.5, partcc",
    "0.19, 0, partcc",
    "0.2, 0.04, silo",
    "1, 0.05, no-wait",
    "1, 1, no-wait"
  })
  void theFeaturesLeadToALeaf(double crossShare, double density, String protocol) {
    double[] features = {crossShare, 0.8, density, 20};
    assertEquals(protocol, DecisionTree.parse(TEXT).classify(features));
  }

  @Test
  void commentsAndEmptyLinesAreIgnored() {
    String text = "# of a grid\n\n" + TEXT.replace("partcc\n", "partcc\n\n  # conflicts\n");
    assertEquals("silo", DecisionTree.parse(text).classify(new double[] {1, 0, 0.04, 0}));
  }

  @Test
  void aTreeCanBeOneLeaf() {
    assertEquals("silo", DecisionTree.parse("silo").classify(new double[4]));
  }

  @ParameterizedTest
  @CsvSource({
    "'', ends before",
    "density < 0.5, ends before",
    "'density < 0.5\nsilo\nno-wait\npartcc', a line behind the end",
    "heat < 0.5, not a line like",
    "density > 0.5, not a line like",
  })
  void otherTextsAreRefused(String text, String why) {
    String lines = text.replace("\\n", "\n");
    IllegalArgumentException wrong =
        assertThrows(IllegalArgumentException.class, () -> DecisionTree.parse(lines));
    assertTrue(wrong.getMessage().contains(why), wrong.getMessage());
  }
}
