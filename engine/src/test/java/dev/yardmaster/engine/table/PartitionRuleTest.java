package dev.yardmaster.engine.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.index.ByteKeys;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PartitionRuleTest {

  private static final int PARTITIONS = 64;

  private static int partition(String rule, String key) {
    byte[] rest = key.getBytes(UTF_8);
    return PartitionRule.of(rule).by().of(ByteKeys.prefixOf(rest), rest, PARTITIONS);
  }

  private static int partition(String rule, long key) {
    return PartitionRule.of(rule).by().of(key, null, PARTITIONS);
  }

  @Test
  void keysWithTheSamePrefixAreInOnePartition() {
    int tenant = partition("prefix:/", "tenant-17");
    assertEquals(tenant, partition("prefix:/", "tenant-17/orders/4"));
    assertEquals(tenant, partition("prefix:/", "tenant-17/"));
    assertNotEquals(tenant, partition("prefix:/", "tenant-18/orders/4"));
    assertEquals(partition("first:4", "de01"), partition("first:4", "de01-abc"));
    assertNotEquals(partition("first:4", "de01"), partition("first:4", "de02-abc"));
    assertEquals(partition("first:4", "de"), partition("hash", "de"), "the key is shorter");
  }

  @Test
  void numbersAreDividedByTheirHighestBytes() {
    assertEquals(partition("first:4", 7L << 32), partition("first:4", (7L << 32) + 1_000_000));
    assertNotEquals(partition("first:4", 7L << 32), partition("first:4", 8L << 32));
    assertEquals(partition("hash", -5), partition("first:8", -5));
    assertEquals(partition("hash", -5), partition("prefix:/", -5), "a number has no separator");
  }

  @Test
  void keysWithoutAPartition() {
    assertEquals(Partitioning.NONE, partition("unpartitioned", 7));
    assertEquals(Partitioning.NONE, partition("unpartitioned", "tenant-17"));
  }

  /**
   * A key must be in the partition that {@code hash} gives for the key's part, and every partition
   * must be used.
   */
  @Test
  void thePartOfAKeyDecides() {
    SplittableRandom random = new SplittableRandom(1);
    boolean[] used = new boolean[PARTITIONS];
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = new byte[random.nextInt(20)];
      random.nextBytes(bytes);
      String key = new String(bytes, UTF_8);
      byte[] rest = key.getBytes(UTF_8);
      int end = key.indexOf('|') < 0 ? key.length() : key.indexOf('|');
      String why = "seed=1, i=" + i;
      assertEquals(partition("hash", key.substring(0, end)), partition("prefix:|", key), why);
      byte[] first = Arrays.copyOf(rest, Math.min(3, rest.length));
      assertEquals(
          PartitionBy.HASH.of(ByteKeys.prefixOf(first), first, PARTITIONS),
          partition("first:3", key),
          why);
      used[partition("hash", key)] = true;
    }
    assertTrue(IntStream.range(0, PARTITIONS).allMatch(i -> used[i]));
  }

  @Test
  void aTextIsARule() {
    assertEquals(
        new PartitionRule("orders", PartitionBy.prefix('/')), PartitionRule.of("orders=prefix:/"));
    assertNull(PartitionRule.of("prefix:=").table(), "the separator may be an equals sign");
    for (String table : List.of("a=b", "prefix:x", "")) {
      IllegalArgumentException wrong =
          assertThrows(
              IllegalArgumentException.class, () -> new PartitionRule(table, PartitionBy.HASH));
      assertTrue(wrong.getMessage().contains("table=" + (table.isEmpty() ? "''" : table)));
    }
    for (String text :
        List.of(
            "hash",
            "unpartitioned",
            "prefix:=",
            "first:256",
            "t=hash",
            "t=prefix:=",
            "a b=first:1")) {
      assertEquals(text, PartitionRule.of(text).label());
    }
  }

  @Test
  void wrongTextsAreRefusedWithTheirValue() {
    refused("range", "rule='range'");
    refused("prefix:", "rule='prefix:'");
    refused("prefix:::", "rule='prefix:::'");
    refused("prefix: ", "character=32");
    refused("prefix:ä", "character=228");
    refused("first:0", "1 to 256 leading bytes: bytes=0");
    refused("first:257", "bytes=257");
    refused("first:-1", "rule='first:-1'");
    refused("=hash", "table=''");
    refused("orders=", "rule=''");
  }

  private static void refused(String text, String why) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> PartitionRule.of(text)).getMessage();
    assertTrue(message.contains(why), message);
  }

  @Test
  void aTableHasOneRule() {
    List<PartitionRule> twice =
        List.of(
            PartitionRule.of("t=hash"),
            PartitionRule.of("hash"),
            PartitionRule.of("t=unpartitioned"));
    String message =
        assertThrows(YardmasterException.class, () -> PartitionRule.checked(twice)).getMessage();
    assertTrue(message.contains("t=unpartitioned"), message);
    List<PartitionRule> tooMany =
        IntStream.rangeClosed(0, PartitionRule.MOST)
            .mapToObj(i -> PartitionRule.of("t" + i + "=hash"))
            .toList();
    message =
        assertThrows(YardmasterException.class, () -> PartitionRule.checked(tooMany)).getMessage();
    assertTrue(message.contains("at most 256") && message.contains("257"), message);
  }
}
