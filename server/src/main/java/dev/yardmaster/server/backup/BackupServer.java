package dev.yardmaster.server.backup;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.admin.AdminOperation;
import dev.yardmaster.server.audit.Audit;
import dev.yardmaster.server.audit.AuditEvent;
import dev.yardmaster.server.config.value.AuditedEvents;
import dev.yardmaster.storage.log.backup.Backup;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends backups as HTTP responses, one at a time. Each backup has its own thread. The thread reads
 * a piece of a file, and reads the next piece when the connection has accepted the previous piece.
 * Any thread may start a backup.
 */
public final class BackupServer implements AdminOperation {

  private static final Logger LOG = LoggerFactory.getLogger(BackupServer.class);

  /** Begins a backup. */
  @FunctionalInterface
  public interface Source {
    /** Returns a backup, which the caller closes. */
    Backup begin() throws IOException;
  }

  private final Source source;
  private final Audit audit;

  @Shared(
      writers = "event loops, the thread of a backup",
      readers = "event loops",
      access = "atomic compare and set")
  private final AtomicBoolean busy = new AtomicBoolean();

  /** Creates a server of backups from this source. */
  public BackupServer(Source source, Audit audit) {
    this.source = source;
    this.audit = audit;
  }

  @Override
  public ChannelFuture start(Channel connection, String principal, String argument) {
    if (!busy.compareAndSet(false, true)) {
      return null;
    }
    ChannelPromise ended = connection.newPromise();
    Thread thread = new Thread(() -> run(connection, principal, ended), "yardmaster-backup");
    thread.setDaemon(true);
    thread.start();
    return ended;
  }

  private void run(Channel connection, String principal, ChannelPromise ended) {
    String outcome = "failed";
    ChannelFuture last = connection.newSucceededFuture();
    audit(AuditedEvents.WRITES, connection, principal, "begun");
    try (Backup backup = source.begin()) {
      Sender sender = new Sender(connection);
      sender.head(backup);
      try {
        backup.send(sender);
        sender.tail();
        outcome = "sent";
        LOG.info("a backup of {} bytes was sent", backup.bytes());
      } catch (IOException | RuntimeException e) {
        LOG.warn("a backup was not sent completely", e);
        last = connection.close();
      }
    } catch (IOException | YardmasterException e) {
      LOG.warn("a backup could not begin", e);
      last =
          connection.writeAndFlush(
              AdminOperation.line(HttpResponseStatus.CONFLICT, e.getMessage()));
    } catch (RuntimeException e) {
      LOG.error("a backup failed", e);
      last = connection.close();
    } finally {
      audit(AuditedEvents.WRITES, connection, principal, outcome);
      busy.set(false);
      last.addListener(done -> ended.trySuccess());
    }
  }

  @Override
  public void refused(Channel connection, String principal) {
    audit(AuditedEvents.REFUSALS, connection, principal, "refused");
  }

  private void audit(AuditedEvents events, Channel connection, String principal, String outcome) {
    if (audit.has(events)) {
      audit.add(
          new AuditEvent("backup", principal, String.valueOf(connection.remoteAddress()))
              .outcome(outcome));
    }
  }

  /** Writes the files to a connection. */
  private static final class Sender implements Backup.Receiver {
    private final Channel connection;
    private int padding;

    Sender(Channel connection) {
      this.connection = connection;
    }

    void head(Backup backup) throws IOException {
      long bytes = TarFormat.END_BYTES;
      for (Backup.File file : backup.files()) {
        bytes += TarFormat.BLOCK_BYTES + file.bytes() + TarFormat.padding(file.bytes());
      }
      HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
      response.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/x-tar");
      response.headers().set(HttpHeaderNames.CONTENT_LENGTH, bytes);
      response.headers().set(HttpHeaderNames.CACHE_CONTROL, "no-store");
      await(connection.writeAndFlush(response));
    }

    void tail() throws IOException {
      write(Unpooled.wrappedBuffer(new byte[TarFormat.END_BYTES]));
      await(connection.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
    }

    @Override
    public void begin(Backup.File file) throws IOException {
      padding = TarFormat.padding(file.bytes());
      write(Unpooled.wrappedBuffer(TarFormat.header(file.name(), file.bytes())));
    }

    @Override
    public void piece(ByteBuffer bytes) throws IOException {
      write(Unpooled.wrappedBuffer(bytes));
    }

    @Override
    public void end() throws IOException {
      if (padding > 0) {
        write(Unpooled.wrappedBuffer(new byte[padding]));
      }
    }

    private void write(ByteBuf bytes) throws IOException {
      await(connection.writeAndFlush(new DefaultHttpContent(bytes)));
    }

    private void await(ChannelFuture written) throws IOException {
      try {
        if (!written.await(Backup.TIMEOUT_NS, TimeUnit.NANOSECONDS)) {
          // The connection still refers to the piece's buffer, so the buffer must not be reused
          // before the write is complete.
          var unused = connection.close();
          throw new IOException("the client has read nothing for a minute");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("the backup was interrupted");
      }
      if (!written.isSuccess()) {
        throw new IOException("the connection was lost", written.cause());
      }
    }
  }
}
