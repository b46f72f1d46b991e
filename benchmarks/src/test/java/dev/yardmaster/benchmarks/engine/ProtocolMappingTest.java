package dev.yardmaster.benchmarks.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbPartitions;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbSettings;
import dev.yardmaster.engine.protocol.mixed.Mixed;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the labels that map partitions to protocols. */
class ProtocolMappingTest {

  private static final RecordWorkload FOUR_PARTITIONS =
      new Ycsb(
          YcsbSettings.of(1_000, YcsbMix.named("rmw"), 0.9, 1)
              .withPartitions(new YcsbPartitions(4, 0, 0, 0)));

  private static String parts(String label) {
    EngineSide side = EngineSide.parse(label);
    assertEquals(label, side.label());
    Mixed mixed = (Mixed) side.newProtocol(2, FOUR_PARTITIONS, false);
    return IntStream.rangeClosed(0, 4)
        .mapToObj(partition -> mixed.parts().get(mixed.part(partition)).name())
        .toList()
        .toString();
  }

  @Test
  void theLastProtocolHasTheOtherPartitions() {
    assertEquals("[silo, silo, silo, silo, silo]", parts("cormcc=silo"));
    assertEquals("[partcc, partcc, partcc, partcc, silo]", parts("cormcc=partcc"));
    assertEquals("[no-wait, silo, silo, partcc, silo]", parts("cormcc=no-wait*1/silo*2/partcc"));
  }

  @Test
  void hotKeysOfHybridAreLocked() {
    assertEquals(4_000, hotKeys("hybrid"), "1,000 of each partition");
    assertEquals(28, hotKeys("hybrid=7"));
    assertEquals(0, hotKeys("hybrid=0"));
  }

  private static int hotKeys(String label) {
    RecordWorkload large =
        new Ycsb(
            YcsbSettings.of(40_000, YcsbMix.named("rmw"), 0.9, 1)
                .withPartitions(new YcsbPartitions(4, 0, 0, 0)));
    EngineSide side = EngineSide.parse(label);
    assertEquals(label, side.label());
    Mixed mixed = (Mixed) side.newProtocol(2, large, false);
    return (int)
        IntStream.range(0, 41_000)
            .map(key -> mixed.part(mixed.partitioning().indexOf(null, key, null)))
            .filter(part -> mixed.parts().get(part).name().equals("no-wait"))
            .count();
  }

  /** All partitions switch, and so do the keys outside of partitions. */
  @Test
  void aSwitchBeginsWithOneProtocolEverywhere() {
    assertEquals("[no-wait, no-wait, no-wait, no-wait, no-wait]", parts("cormcc=no-wait>silo"));
    assertEquals("[partcc, partcc, partcc, partcc, partcc]", parts("cormcc=partcc>>silo"));
    assertEquals("silo", EngineSide.parse("cormcc=no-wait>silo").switchesTo());
    assertEquals("silo", EngineSide.parse("cormcc=partcc>>silo").switchesTo());
    assertNull(EngineSide.parse("cormcc=silo").switchesTo());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cormcc=",
        "cormcc=plor",
        "cormcc=silo*2",
        "cormcc=silo/partcc",
        "cormcc=silo*0/partcc",
        "cormcc=silo>silo",
        "cormcc=silo>>silo",
        "cormcc=silo>no-wait>silo",
        "hybrid=",
        "hybrid=-1",
        "hybrid=07"
      })
  void otherTextsAreRefused(String label) {
    IllegalArgumentException wrong =
        assertThrows(IllegalArgumentException.class, () -> EngineSide.parse(label));
    assertTrue(wrong.getMessage().contains("'" + label + "'"), wrong.getMessage());
  }
}
