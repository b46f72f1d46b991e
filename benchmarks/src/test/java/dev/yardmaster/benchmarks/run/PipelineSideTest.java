package dev.yardmaster.benchmarks.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipelineSideTest {

  private static final PipelineConfig COMMON =
      PipelineConfig.builder()
          .batchSize(70)
          .policy(Policy.RCT)
          .repair(false)
          .window(Window.OPEN)
          .hotKeyWaiting(0)
          .attemptBound(0)
          .build();

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
    PipelineSide side = PipelineSide.parse(label);
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
    "srvc+w0, not a number of reorder workers: 1 to",
    "srvc+w257, not a number of reorder workers: 1 to",
    "srvc+repair+w2, not a side: write mode",
    "srvc+auto, not a side: write mode",
    "srvc+repair+split, not a side: write mode",
    "fuller, not a mode: base",
    "srvc:, not a side: write mode",
    "srvc+adaptive+repair, not a side: write mode",
    "srvc+noreports+bounded, not a side: write mode",
    "srvc+sync+async, not a side: write mode",
    "srvc+sync+bounded, not a side: write mode",
    "srvc+disk64, +disk without +sync or +async",
    "srvc+sync+disk, not a side: write mode",
    "srvc+sync+disk0, not a memory: 1 to",
    "srvc+sync+disk262145, not a memory: 1 to",
    "srvc+repair@300, not a side: write mode",
    "full+repair, repeats a feature",
    "full/sort@8+bounded+noreports, repeats a feature",
    "srvc@300:rdeg, not a side: write mode",
    "@3, not a side: write mode"
  })
  void saysWhatIsAllowed(String label, String message) {
    IllegalArgumentException wrong =
        assertThrows(IllegalArgumentException.class, () -> PipelineSide.parse(label));
    assertTrue(wrong.getMessage().contains(message), wrong.getMessage());
  }

  @Test
  void aSideCanHaveASolverOfItsOwn() {
    PipelineConfig config = PipelineSide.parse("srvc/scc:rdeg@64").configure(COMMON);
    assertEquals(Solver.SCC, config.solver());
    assertEquals(Policy.RDEG, config.policy());
    assertEquals(64, config.batchSize());
    assertEquals(COMMON.solver(), PipelineSide.parse("srvc").configure(COMMON).solver());
  }

  @Test
  void aSideCanHaveReorderWorkersOfItsOwn() {
    assertEquals(4, PipelineSide.parse("srvc@64+w4+repair").configure(COMMON).reorderWorkers());
    assertEquals(
        COMMON.reorderWorkers(), PipelineSide.parse("srvc").configure(COMMON).reorderWorkers());
  }

  @Test
  void aSideCanHaveThreadsOfItsOwn() {
    assertEquals(
        ThreadLayout.SPLIT, PipelineSide.parse("full@64+w4+split").configure(COMMON).threads());
    assertEquals(
        ThreadLayout.SHARED, PipelineSide.parse("srvc+shared+repair").configure(COMMON).threads());
    assertEquals(COMMON.threads(), PipelineSide.parse("srvc").configure(COMMON).threads());
  }

  @Test
  void aSideCanGoWithoutConflictReports() {
    PipelineConfig common = PipelineConfig.defaults();
    assertFalse(PipelineSide.parse("srvc@64+noreports").configure(common).conflictReports());
    assertEquals(64, PipelineSide.parse("srvc@64+noreports").configure(common).batchSize());
    assertTrue(PipelineSide.parse("srvc@64").configure(common).conflictReports());
    assertThrows(IllegalArgumentException.class, () -> PipelineSide.parse("srvc+fast"));
  }

  @ParameterizedTest
  @CsvSource({
    "base, false, false, false",
    "base+repair, true, false, false",
    "srvc/scc:rdeg@64+adaptive, false, true, false",
    "sr+bounded+noreports+recorded, false, false, true",
    "srvc+repair+adaptive+bounded, true, true, true",
    "full, true, true, true"
  })
  void suffixesSwitchOnWhatTheyName(
      String label, boolean repair, boolean adaptive, boolean bounded) {
    PipelineConfig config = PipelineSide.parse(label).configure(COMMON);
    assertEquals(repair, config.repair());
    assertEquals(adaptive ? Window.ADAPTIVE : Window.OPEN, config.window());
    assertEquals(adaptive ? 256 : 0, config.hotKeyWaiting());
    assertEquals(bounded ? 8 : 0, config.attemptBound());
  }

  @Test
  void withoutSuffixesTheCommonSettingsHold() {
    PipelineConfig common =
        PipelineConfig.builder()
            .repair(true)
            .window(Window.fixed(40))
            .hotKeyWaiting(5)
            .attemptBound(3)
            .build();
    PipelineConfig config = PipelineSide.parse("base").configure(common);
    assertTrue(config.repair());
    assertEquals(Window.fixed(40), config.window());
    assertEquals(5, config.hotKeyWaiting());
    assertEquals(3, config.attemptBound());
    assertEquals(Window.ADAPTIVE, PipelineSide.parse("base+adaptive").configure(common).window());
    assertEquals(8, PipelineSide.parse("base+bounded").configure(common).attemptBound());
  }

  @Test
  void fullIsSrvcUnderItsOwnLabel() {
    PipelineSide side = PipelineSide.parse("full/scc:rdeg@64+noreports+recorded");
    PipelineConfig config = side.configure(COMMON);
    assertEquals("full/scc:rdeg@64+noreports+recorded", side.label());
    assertEquals(PipelineMode.SRVC, config.mode());
    assertEquals(Solver.SCC, config.solver());
    assertEquals(Policy.RDEG, config.policy());
    assertEquals(64, config.batchSize());
    assertFalse(config.conflictReports());
    assertTrue(side.recorded());
    assertFalse(PipelineSide.parse("srvc+repair+adaptive+bounded").withoutReports());
  }

  @ParameterizedTest
  @CsvSource({
    "base, MEMORY",
    "base+sync, SYNC",
    "full@64+async+noreports+recorded, ASYNC",
    "srvc+repair+adaptive+bounded+sync, SYNC"
  })
  void aSideCanBeDurable(String label, Durability.Mode mode) {
    PipelineSide side = PipelineSide.parse(label);
    assertEquals(mode, side.durability());
    assertEquals(mode != Durability.Mode.MEMORY, side.isDurable());
    assertFalse(side.configure(COMMON).durability().isDurable());
  }

  @Test
  void aDurableSideTakesTheCommonLengths() {
    PipelineConfig common =
        COMMON.toBuilder().durability(Durability.inMemory().withLengths(1 << 20, 1 << 22)).build();
    Path directory = Path.of("somewhere");
    assertEquals(
        Durability.in(directory).withLengths(1 << 20, 1 << 22),
        PipelineSide.parse("srvc+sync").configure(common, directory).durability());
    PipelineConfig async = PipelineSide.parse("srvc:rdeg+async").configure(common, directory);
    assertEquals(Durability.Mode.ASYNC, async.durability().mode());
    assertEquals(Policy.RDEG, async.policy());
    assertEquals(Storage.MEMORY, async.storage());
  }

  @Test
  void aDurableSideMayHaveItsDataOnDisk() {
    PipelineConfig config =
        PipelineSide.parse("full+sync+disk64").configure(COMMON, Path.of("somewhere"));
    assertEquals(Storage.DISK, config.storage());
    assertEquals(64 << 20, config.maxDataBytes());
  }

  @Test
  void aSideCanRecordItsHistoryUnchecked() {
    assertTrue(PipelineSide.parse("srvc@64+noreports+recorded").recorded());
    assertTrue(PipelineSide.parse("base+recorded").recorded());
    assertFalse(PipelineSide.parse("base").recorded());
  }
}
