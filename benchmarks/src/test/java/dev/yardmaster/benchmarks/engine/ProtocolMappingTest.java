package dev.yardmaster.benchmarks.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.protocol.mixed.Mixed;
import dev.yardmaster.engine.table.Partitioning;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The mappings of partitions to protocols that labels state. */
class ProtocolMappingTest {

  private static String parts(String label) {
    EngineSide side = EngineSide.parse(label);
    assertEquals(label, side.label());
    Mixed mixed = (Mixed) side.newProtocol(2, Partitioning.hashed(4), false);
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cormcc=",
        "cormcc=plor",
        "cormcc=silo*2",
        "cormcc=silo/partcc",
        "cormcc=silo*0/partcc"
      })
  void otherTextsAreRefused(String label) {
    IllegalArgumentException wrong =
        assertThrows(IllegalArgumentException.class, () -> EngineSide.parse(label));
    assertTrue(wrong.getMessage().contains("'" + label + "'"), wrong.getMessage());
  }
}
