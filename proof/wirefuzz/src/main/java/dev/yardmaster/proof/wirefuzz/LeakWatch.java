package dev.yardmaster.proof.wirefuzz;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Sets Netty's leak detector to its strictest level. At this level, it reports every buffer that
 * was not released.
 */
final class LeakWatch implements AutoCloseable {

  private static final int COLLECTIONS = 3;

  private final Queue<String> leaks = new ConcurrentLinkedQueue<>();
  private final ResourceLeakDetector.Level levelBefore = ResourceLeakDetector.getLevel();

  LeakWatch() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    ByteBufUtil.setLeakListener((type, records) -> leaks.add(type + ": " + records));
  }

  /** Fails if the detector has found a leak so far. */
  void check() {
    String leak = leaks.peek();
    FuzzFailure.unless(leak == null, () -> "a buffer leaked: " + leak);
  }

  /** Collects garbage, which reveals the last leaks, and fails if the detector has found a leak. */
  void checkAll() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      // The detector reports leaks when a buffer is allocated.
      UnpooledByteBufAllocator.DEFAULT.buffer(1).release();
      UnpooledByteBufAllocator.DEFAULT.directBuffer(1).release();
    }
    check();
  }

  @Override
  public void close() {
    ResourceLeakDetector.setLevel(levelBefore);
    ByteBufUtil.setLeakListener(null);
  }
}
