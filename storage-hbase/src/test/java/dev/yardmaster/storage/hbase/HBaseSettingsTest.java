package dev.yardmaster.storage.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HBaseSettingsTest {

  @Test
  void onlyTheQuorumHasNoDefault() {
    HBaseSettings settings = HBaseSettings.of(Map.of("quorum", "zk1:2181,zk2:2181"));
    assertEquals(HBaseSettings.at("zk1:2181,zk2:2181"), settings);
    assertEquals("yardmaster", settings.table());
    assertEquals("/hbase", settings.root());
    assertEquals(10_000, settings.timeoutMs());
    assertEquals(
        HBaseSettings.at("zk1:2181").withTable("bank:accounts").withTimeoutMs(600_000),
        HBaseSettings.of(
            Map.of("quorum", "zk1:2181", "table", "bank:accounts", "timeoutMs", "600000")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "quorum | '' | list of HOST:PORT",
        "quorum | zk1 | list of HOST:PORT",
        "quorum | zk1:0 | list of HOST:PORT",
        "quorum | zk1:65536 | list of HOST:PORT",
        "quorum | zk1:2181, | list of HOST:PORT",
        "root | hbase | node of ZooKeeper",
        "table | a b | 1 to 128 letters",
        "table | .a | 1 to 128 letters",
        "timeoutMs | 99 | from 100 to 600000 ms",
        "timeoutMs | 600001 | from 100 to 600000 ms",
        "timeoutMs | 1s | not a number",
        "tabel | t | no setting"
      })
  void anErrorNamesTheValueAndWhatIsPossible(String name, String value, String words) {
    Map<String, String> settings = new HashMap<>(Map.of("quorum", "zk1:2181"));
    settings.put(name, value);
    YardmasterException refused =
        assertThrows(YardmasterException.class, () -> HBaseSettings.of(settings));
    assertEquals(ErrorCode.BAD_CONFIG, refused.code());
    assertTrue(refused.getMessage().contains(words), refused.getMessage());
    assertTrue(refused.getMessage().contains("value=" + value), refused.getMessage());
  }

  @Test
  void theTimeoutHoldsForTheCallsOfAnAdminToo() {
    var client = HBaseConnection.configuration(HBaseSettings.at("zk:2181").withTimeoutMs(4_000));
    assertEquals(4_000, client.getInt("hbase.client.sync.wait.timeout.msec", 0));
    assertEquals(4_000, client.getInt("hbase.client.operation.timeout", 0));
  }
}
