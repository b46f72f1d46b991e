package dev.yardmaster.benchmarks.experiment.cormcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.protocol.mixed.DecisionTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests decision trees that are trained from given loads. */
class TreeTrainingTest {

  private static final List<String> PROTOCOLS = List.of("partcc", "no-wait", "silo");

  private static final TreeTraining TRAINING = new TreeTraining(PROTOCOLS);

  /** Returns an example, given two of its features and the committed/s under each protocol. */
  private static TreeExample example(double crossShare, double density, double... committed) {
    return new TreeExample(new double[] {crossShare, 0.8, density, 20}, committed);
  }

  private static final List<TreeExample> LOADS =
      List.of(
          example(0, 0.1, 100, 80, 90),
          example(0.1, 0.9, 100, 70, 60),
          example(0.5, 0.01, 40, 90, 100),
          example(1, 0.03, 20, 90, 100),
          example(0.5, 0.5, 40, 100, 60),
          example(1, 0.8, 20, 100, 50));

  @Test
  void theTreeSeparatesTheLoadsByTheBestProtocol() {
    assertEquals(
        """
        cross-share < 0.3
          partcc
          density < 0.3
            silo
            no-wait
        """,
        TRAINING.train(LOADS));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theOrderOfTheLoadsDoesNotMatter(long seed) {
    List<TreeExample> shuffled = new ArrayList<>(LOADS);
    Collections.shuffle(shuffled, new Random(seed));
    assertEquals(TRAINING.train(LOADS), TRAINING.train(shuffled), "seed=" + seed);
  }

  /**
   * A load on which one protocol is better by 1 % does not outweigh a load on which another
   * protocol is better by half.
   */
  @Test
  void aLeafHasTheProtocolThatLosesTheLeast() {
    List<TreeExample> equalFeatures =
        List.of(
            example(0.5, 0.5, 50, 99, 100),
            example(0.5, 0.5, 50, 99, 100),
            example(0.5, 0.5, 50, 100, 50));
    assertEquals("no-wait\n", TRAINING.train(equalFeatures));
  }

  @Test
  void loadsThatDifferLittleNeedNoSplit() {
    List<TreeExample> alike =
        List.of(
            example(0, 0.5, 50, 100, 99.9),
            example(0.5, 0.5, 50, 99.9, 100),
            example(1, 0.5, 50, 99.9, 100));
    assertEquals("silo\n", TRAINING.train(alike));
  }

  /** The loads are random, and the best protocol of each load follows from a tree of two levels. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theTextOfATreeLeadsEachLoadToItsBestProtocol(long seed) {
    Random random = new Random(seed);
    List<TreeExample> loads = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      double crossShare = random.nextDouble();
      double density = random.nextDouble();
      double[] committed = new double[3];
      Arrays.setAll(committed, protocol -> 50 + random.nextDouble());
      committed[crossShare < 0.4 ? 0 : density < 0.5 ? 2 : 1] = 100;
      loads.add(example(crossShare, density, committed));
    }
    String text = TRAINING.train(loads);
    DecisionTree tree = DecisionTree.parse(text);
    for (TreeExample load : loads) {
      int chosen = PROTOCOLS.indexOf(tree.classify(load.features()));
      assertEquals(0, load.loss(chosen), "seed=" + seed + ", tree:\n" + text);
    }
    long depth = text.lines().mapToLong(line -> line.indexOf(line.strip()) / 2).max().orElseThrow();
    assertTrue(depth <= 4, "seed=" + seed + ", tree:\n" + text);
  }
}
