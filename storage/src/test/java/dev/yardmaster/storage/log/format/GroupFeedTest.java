package dev.yardmaster.storage.log.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.WriteSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupFeedTest {

  private final GroupFeed feed = new GroupFeed();

  private static ReplicatedGroup group(long version, int valueBytes) {
    WriteSet writes = new WriteSet();
    writes.write(writes.add(Key.of("t", version), version), new byte[valueBytes]);
    LogRecord record = new LogRecord();
    new RecordEncoder().encode(record, version, version, writes);
    ReplicatedGroup group = new ReplicatedGroup();
    group.append(record);
    ByteBuffer unused = group.seal(1, version - 1, 0);
    return group;
  }

  private static List<Long> versions(ByteBuffer group) {
    List<Long> versions = new ArrayList<>();
    ReplicatedGroup.visit(group, (record, version) -> versions.add(version));
    return versions;
  }

  @Test
  void aGroupIsCopiedInOrderWhileTheFeedIsOpen() throws IOException {
    feed.offer(group(1, 8));
    feed.open();
    ReplicatedGroup reused = group(2, 8);
    feed.offer(reused);
    reused.clear();
    feed.offer(group(3, 8));
    assertEquals(List.of(2L), versions(feed.poll()));
    assertEquals(List.of(3L), versions(feed.poll()));
    assertNull(feed.poll());
    feed.offer(group(4, 8));
    feed.close();
    feed.offer(group(5, 8));
    assertNull(feed.poll());
  }

  @Test
  void aBackupThatIsTooSlowFailsAndTheNextOneDoesNot() throws IOException {
    feed.open();
    int quarter = (int) (GroupFeed.MAX_BYTES / 4);
    for (int version = 1; version <= 4; version++) {
      feed.offer(group(version, quarter));
    }
    IOException tooSlow = assertThrows(IOException.class, feed::poll);
    assertTrue(tooSlow.getMessage().contains("too slow"), tooSlow::toString);
    feed.offer(group(5, 8));
    assertThrows(IOException.class, feed::poll);
    feed.close();
    feed.open();
    feed.offer(group(6, 8));
    assertEquals(List.of(6L), versions(feed.poll()));
  }
}
