package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadLayoutTest {

  /** Returns the names of the agents of each thread. */
  private static List<List<String>> threads(PipelineConfig config) {
    try (Pipeline pipeline = Pipeline.assemble(config, new PipelineParts(), () -> {})) {
      return pipeline.schedule(config.threads()).stream()
          .map(together -> together.stream().map(Agent::roleName).toList())
          .toList();
    }
  }

  private static PipelineConfig onCores(int cores) {
    return PipelineConfig.builder().tuned(false).closeTimeoutNs(0).build().onCores(cores);
  }

  @Test
  void below4CoresAllAgentsShareAThread() {
    for (int cores = 1; cores < 4; cores++) {
      assertEquals(1, threads(onCores(cores)).size());
    }
  }

  @ParameterizedTest
  @CsvSource({"4,2,1,4", "5,2,2,5", "6,3,2,6", "7,3,2,6", "8,4,2,8", "16,9,5,16", "64,9,5,16"})
  void agentsAreSpreadOverTheCores(int cores, int processors, int storageWorkers, int threads) {
    PipelineConfig config = onCores(cores);
    assertEquals(ThreadLayout.SPREAD, config.threads());
    assertEquals(processors, config.processors());
    assertEquals(storageWorkers, config.storageWorkers());
    assertEquals(threads, threads(config).size());
  }

  @Test
  void everyAgentIsOnOneThreadAndNoCoreHasTwo() {
    for (int cores = 4; cores <= 40; cores++) {
      List<List<String>> threads = threads(onCores(cores));
      assertTrue(threads.size() <= cores, cores + " cores: " + threads);
      List<String> agents = threads.stream().flatMap(List::stream).toList();
      Set<String> distinct = new HashSet<>(agents);
      assertEquals(distinct.size(), agents.size(), "cores=" + cores);
      assertTrue(
          distinct.containsAll(Set.of("processor-0", "storage-0", "preparer-0", "validator")));
    }
  }

  @Test
  void theFinalValidationHasItsOwnThreadWhereManyFeedIt() {
    assertEquals(List.of("preparer-0", "reorder-0", "validator"), threads(onCores(6)).get(5));
    List<List<String>> many = threads(onCores(8));
    assertEquals(List.of("preparer-0", "reorder-0"), many.get(6));
    assertEquals(List.of("validator"), many.get(7));
  }

  @Test
  void thereAreNotMoreProcessorsThanTransactionsMayRun() {
    assertEquals(1, PipelineConfig.builder().concurrency(1).build().onCores(16).processors());
    assertEquals(
        3, PipelineConfig.builder().window(Window.fixed(3)).build().onCores(16).processors());
  }

  @Test
  void numbersThatAreSetStay() {
    PipelineConfig config =
        PipelineConfig.builder().processors(3).reorderWorkers(2).build().onCores(16);
    assertEquals(3, config.processors());
    assertEquals(5, config.storageWorkers());
    assertEquals(1, config.preparers());
    assertEquals(2, config.reorderWorkers());
    assertEquals(config, config.onCores(2));
  }
}
