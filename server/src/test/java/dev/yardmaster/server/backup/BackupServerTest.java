package dev.yardmaster.server.backup;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.audit.Audit;
import dev.yardmaster.storage.log.backup.Backup;
import io.netty.channel.ChannelFuture;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.netty.channel.local.LocalChannel;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackupServerTest {

  private final SynchronousQueue<Thread> threads = new SynchronousQueue<>();

  private Backup refuse() {
    try {
      threads.put(Thread.currentThread());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    throw new YardmasterException(ErrorCode.BAD_CONFIG, "nothing to back up");
  }

  /**
   * The thread of the backup ends before the event loop writes the refusal. If the answer counted
   * as written, the server would close the connection before the refusal.
   */
  @Test
  @SuppressWarnings("FutureReturnValueIgnored") // The test waits for both futures.
  void aRefusalHasNotEndedUntilItIsWritten() throws Exception {
    EventLoop loop = new DefaultEventLoop();
    try {
      LocalChannel channel = new LocalChannel();
      loop.register(channel).sync();
      BackupServer server = new BackupServer(this::refuse, Audit.NONE);
      ChannelFuture answer =
          loop.submit(
                  () -> {
                    ChannelFuture ended = server.start(channel, "operator", "");
                    threads.take().join();
                    assertFalse(ended.isDone());
                    return ended;
                  })
              .get();
      assertTrue(answer.await(50, TimeUnit.SECONDS));
    } finally {
      loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }
  }
}
