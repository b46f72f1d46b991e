package dev.yardmaster.storage.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A disk that counts what is done to it, and fails when it is told to. */
final class FailingDisk implements Disk {

  private final Disk disk;

  /** What was done: "write log-...", "force log-...", "rename ...", "forceNames". */
  final List<String> done = new ArrayList<>();

  /** The operation, as written in {@link #done}, that begins with this fails; null for none. */
  String failing;

  FailingDisk(Disk disk) {
    this.disk = disk;
  }

  private void did(String operation) throws IOException {
    if (failing != null && operation.startsWith(failing)) {
      throw new IOException("No space left on device");
    }
    done.add(operation);
  }

  int count(String beginning) {
    return (int) done.stream().filter(operation -> operation.startsWith(beginning)).count();
  }

  @Override
  public List<String> list() throws IOException {
    return disk.list();
  }

  @Override
  public DiskFile create(String name) throws IOException {
    return new FailingFile(name, disk.create(name));
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return new FailingFile(name, disk.open(name));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    did("rename " + to);
    disk.rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    did("delete " + name);
    disk.delete(name);
  }

  @Override
  public void forceNames() throws IOException {
    did("forceNames");
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

  /** One of its files. */
  private final class FailingFile implements DiskFile {
    private final String name;
    private final DiskFile file;

    FailingFile(String name, DiskFile file) {
      this.name = name;
      this.file = file;
    }

    @Override
    public void write(ByteBuffer source, long position) throws IOException {
      did("write " + name);
      file.write(source, position);
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
      did("truncate " + name);
      file.truncate(size);
    }

    @Override
    public void force() throws IOException {
      did("force " + name);
      file.force();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
