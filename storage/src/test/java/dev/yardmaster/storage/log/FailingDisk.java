package dev.yardmaster.storage.log;

import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.disk.ForwardingDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A disk that records its operations, and can make a chosen operation fail. */
public final class FailingDisk extends ForwardingDisk {

  /**
   * The recorded operations, for example "write log-...", "force log-...", "rename ..." and
   * "forceNames".
   */
  public final List<String> done = new ArrayList<>();

  /**
   * The operation that must fail, as a prefix of an entry of {@link #done}; null if no operation
   * must fail.
   */
  public String failing;

  public FailingDisk(Disk disk) {
    super(disk);
  }

  private void did(String operation) throws IOException {
    if (failing != null && operation.startsWith(failing)) {
      throw new IOException("No space left on device");
    }
    done.add(operation);
  }

  public int count(String beginning) {
    return (int) done.stream().filter(operation -> operation.startsWith(beginning)).count();
  }

  @Override
  public DiskFile create(String name) throws IOException {
    did("create " + name);
    return super.create(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    did("rename " + to);
    super.rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    did("delete " + name);
    super.delete(name);
  }

  @Override
  public void forceNames() throws IOException {
    did("forceNames");
    super.forceNames();
  }

  @Override
  protected void write(String name, DiskFile file, ByteBuffer source, long position)
      throws IOException {
    did("write " + name);
    super.write(name, file, source, position);
  }

  @Override
  protected void force(String name, DiskFile file) throws IOException {
    did("force " + name);
    super.force(name, file);
  }
}
