package dev.yardmaster.storage.log.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A disk that forwards all operations to another disk. A subclass can count or delay operations, or
 * make them fail. Tests run services on such disks.
 */
public class ForwardingDisk implements Disk {

  private final Disk disk;

  /** Creates a disk that forwards to another disk. {@link #close} also closes the other disk. */
  public ForwardingDisk(Disk disk) {
    this.disk = disk;
  }

  /** Forces a file; a subclass may override this method. */
  protected void force(String name, DiskFile file) throws IOException {
    file.force();
  }

  /** Writes to a file; a subclass may override this method. */
  protected void write(String name, DiskFile file, ByteBuffer source, long position)
      throws IOException {
    file.write(source, position);
  }

  @Override
  public List<String> list() throws IOException {
    return disk.list();
  }

  @Override
  public DiskFile create(String name) throws IOException {
    return new ForwardingFile(name, disk.create(name));
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return new ForwardingFile(name, disk.open(name));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    disk.rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    disk.delete(name);
  }

  @Override
  public boolean isLinked(String name, DiskFile file) throws IOException {
    return disk.isLinked(name, ((ForwardingFile) file).file);
  }

  @Override
  public long nonce() {
    return disk.nonce();
  }

  @Override
  public void forceNames() throws IOException {
    disk.forceNames();
  }

  @Override
  public String name() {
    return disk.name();
  }

  @Override
  public void close() throws IOException {
    disk.close();
  }

  private final class ForwardingFile implements DiskFile {

    private final String name;
    private final DiskFile file;

    ForwardingFile(String name, DiskFile file) {
      this.name = name;
      this.file = file;
    }

    @Override
    public void write(ByteBuffer source, long position) throws IOException {
      ForwardingDisk.this.write(name, file, source, position);
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      return file.read(target, position);
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void truncate(long size) throws IOException {
      file.truncate(size);
    }

    @Override
    public void force() throws IOException {
      ForwardingDisk.this.force(name, file);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
