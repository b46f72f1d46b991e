package dev.yardmaster.benchmarks.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SideTest {

  private static final PipelineConfig COMMON =
      PipelineConfig.builder().batchSize(70).policy(Policy.RCT).build();

  @ParameterizedTest
  @CsvSource({
    "base, BASE, RCT, 70",
    "srvc, SRVC, RCT, 70",
    "srvc:rdeg, SRVC, RDEG, 70",
    "srvc:mc, SRVC, PROD_DEGREE, 70",
    "vc@300, VC, RCT, 300",
    "vc:max-degree@4096, VC, MAX_DEGREE, 4096"
  })
  void takesItsOwnSettingsAndTheCommonOnes(
      String label, PipelineMode mode, Policy policy, int batchSize) {
    Side side = Side.parse(label);
    PipelineConfig config = side.configure(COMMON);
    assertEquals(label, side.label());
    assertEquals(mode, config.mode());
    assertEquals(policy, config.policy());
    assertEquals(batchSize, config.batchSize());
  }

  @ParameterizedTest
  @CsvSource({
    "serial, not a mode: base",
    "srvc/best, not a solver: sort",
    "srvc:best, not a policy: mc",
    "srvc@0, not a batch size: 1 to",
    "srvc@4097, not a batch size: 1 to",
    "srvc@x, not a batch size: 1 to",
    "srvc:, not a side: write mode",
    "srvc@300:rdeg, not a side: write mode",
    "@3, not a side: write mode"
  })
  void saysWhatIsAllowed(String label, String message) {
    IllegalArgumentException wrong =
        assertThrows(IllegalArgumentException.class, () -> Side.parse(label));
    assertTrue(wrong.getMessage().contains(message), wrong.getMessage());
  }

  @Test
  void aSideCanHaveASolverOfItsOwn() {
    PipelineConfig config = Side.parse("srvc/scc:rdeg@64").configure(COMMON);
    assertEquals(Solver.SCC, config.solver());
    assertEquals(Policy.RDEG, config.policy());
    assertEquals(64, config.batchSize());
    assertEquals(COMMON.solver(), Side.parse("srvc").configure(COMMON).solver());
  }

  @Test
  void aSideCanGoWithoutConflictReports() {
    PipelineConfig common = PipelineConfig.defaults();
    assertFalse(Side.parse("srvc@64+noreports").configure(common).conflictReports());
    assertEquals(64, Side.parse("srvc@64+noreports").configure(common).batchSize());
    assertTrue(Side.parse("srvc@64").configure(common).conflictReports());
    assertThrows(IllegalArgumentException.class, () -> Side.parse("srvc+fast"));
  }

  @Test
  void aSideCanRecordItsHistoryUnchecked() {
    assertTrue(Side.parse("srvc@64+noreports+recorded").recorded());
    assertTrue(Side.parse("base+recorded").recorded());
    assertFalse(Side.parse("base").recorded());
  }
}
