package dev.yardmaster.proof.simulator.disk;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.MapTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A simulated data directory in memory, from one start of a service to the next. The disk counts
 * every force and every operation that changes data. Before each counted operation, other tasks may
 * run and a {@link DiskFault} may occur. After {@link #crash}, or after a fault that is a crash,
 * every operation throws {@link SimulatedCrash}. {@link #restart} returns the disk that the next
 * start finds.
 *
 * <p>A call after the close is a bug and throws {@link IllegalStateException}. Only one thread at a
 * time may use an instance.
 */
public final class SimulatedDisk implements Disk {

  private final SplittableRandom random;
  private final Runnable switchPoint;
  private final DirectoryEntries names;
  private final MapTable table;
  private final List<DiskFault> faults = new ArrayList<>();
  private final long[] counts = new long[DiskOperation.values().length];
  private long operations;
  private int openFiles;
  private boolean full;
  private boolean crashed;
  private boolean closed;

  /**
   * Creates an empty disk.
   *
   * @param random determines which data remains after a fault or a crash
   * @param switchPoint is called before each operation
   */
  public SimulatedDisk(SplittableRandom random, Runnable switchPoint) {
    this(random, switchPoint, new DirectoryEntries(), new MapTable());
  }

  private SimulatedDisk(
      SplittableRandom random, Runnable switchPoint, DirectoryEntries names, MapTable table) {
    this.random = random;
    this.switchPoint = switchPoint;
    this.names = names;
    this.table = table;
  }

  /** Plans a fault. Several faults can be planned, each at a different operation. */
  public void plan(DiskFault fault) {
    if (fault.operation() <= operations) {
      throw new IllegalArgumentException(
          "the operation is over: " + fault + ", operations=" + operations);
    }
    faults.add(fault);
  }

  /** Returns the number of operations that have begun. */
  public long operations() {
    return operations;
  }

  /** Returns the number of operations of a kind that have begun. */
  public long count(DiskOperation kind) {
    return counts[kind.ordinal()];
  }

  /** Crashes the disk. */
  public void crash() {
    crashed = true;
  }

  /** Returns whether the disk has crashed. */
  public boolean isCrashed() {
    return crashed;
  }

  /**
   * Returns a disk that the next start may find. Crashes this disk, if it has not crashed yet. The
   * method may be called several times; each call returns one of the possible states.
   */
  public SimulatedDisk restart(CrashStyle style) {
    crash();
    return new SimulatedDisk(
        random.split(), switchPoint, names.afterCrash(style, random), table.crash(random));
  }

  /** Returns a disk with the same forced and unforced data, without switch points. */
  public SimulatedDisk copy() {
    return new SimulatedDisk(
        random.split(), () -> {}, names.afterCrash(CrashStyle.KEPT, random), table.copy());
  }

  /** Returns the table of the directory. Its writes and commits are operations of this disk. */
  public DiskTable table() {
    return new Table();
  }

  @Override
  public List<String> list() {
    checkUsable();
    return names.all();
  }

  @Override
  public DiskFile create(String name) throws IOException {
    DiskFault.Kind fault = begin(DiskOperation.CREATE);
    if (names.get(name) != null) {
      throw new FileAlreadyExistsException(name);
    }
    checkSpace(name);
    if (fault == null || random.nextBoolean()) {
      names.create(name);
    }
    end(fault, name);
    return opened(name);
  }

  @Override
  public DiskFile open(String name) throws IOException {
    checkUsable();
    checkThere(name);
    return opened(name);
  }

  private DiskFile opened(String name) {
    openFiles++;
    return new OpenFile(name, names.get(name));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    DiskFault.Kind fault = begin(DiskOperation.RENAME);
    checkThere(from);
    if (fault == null || random.nextBoolean()) {
      names.rename(from, to);
    }
    end(fault, from);
  }

  @Override
  public void delete(String name) throws IOException {
    DiskFault.Kind fault = begin(DiskOperation.DELETE);
    checkThere(name);
    if (fault == null || random.nextBoolean()) {
      names.delete(name);
      full = false;
    }
    end(fault, name);
  }

  @Override
  public boolean isLinked(String name, DiskFile file) {
    checkUsable();
    return names.get(name) == ((OpenFile) file).contents;
  }

  @Override
  public long nonce() {
    return random.nextLong();
  }

  @Override
  public void forceNames() throws IOException {
    DiskFault.Kind fault = begin(DiskOperation.FORCE_NAMES);
    if (fault == null) {
      names.force();
    } else {
      names.failForce(random);
    }
    end(fault, name());
  }

  @Override
  public String name() {
    return "simulated disk";
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    checkUsable();
    if (openFiles > 0) {
      throw new IllegalStateException(openFiles + " files of the disk are open");
    }
    closed = true;
  }

  private void checkUsable() {
    if (crashed) {
      throw new SimulatedCrash("the disk has crashed, at operation " + operations);
    }
    if (closed) {
      throw new IllegalStateException("the disk is closed");
    }
  }

  private void checkThere(String name) throws NoSuchFileException {
    if (names.get(name) == null) {
      throw new NoSuchFileException(name);
    }
  }

  private void checkSpace(String name) throws IOException {
    if (full) {
      throw new IOException(name + ": No space left on device");
    }
  }

  /** Counts an operation. Returns the fault that is planned for the operation, or null. */
  private DiskFault.Kind begin(DiskOperation kind) {
    checkUsable();
    switchPoint.run();
    checkUsable();
    operations++;
    counts[kind.ordinal()]++;
    for (DiskFault fault : faults) {
      if (fault.operation() == operations) {
        if (fault.kind() != DiskFault.Kind.NO_SPACE) {
          return fault.kind();
        }
        full = true;
      }
    }
    return null;
  }

  /** Returns the number of bytes of a failing write that are written: none, a part, or all. */
  private int part(int count) {
    return switch (random.nextInt(3)) {
      case 0 -> 0;
      case 1 -> random.nextInt(count + 1);
      default -> count;
    };
  }

  private void end(DiskFault.Kind fault, String name) throws IOException {
    if (fault == DiskFault.Kind.CRASH) {
      crash();
      checkUsable();
    } else if (fault != null) {
      throw new IOException(name + ": Input/output error");
    }
  }

  private final class OpenFile implements DiskFile {

    private final String name;
    private final FileContents contents;
    private boolean closed;

    OpenFile(String name, FileContents contents) {
      this.name = name;
      this.contents = contents;
    }

    private void checkOpen() {
      checkUsable();
      if (closed) {
        throw new IllegalStateException("the file is closed: name=" + name);
      }
    }

    @Override
    public void write(ByteBuffer source, long position) throws IOException {
      checkOpen();
      DiskFault.Kind fault = begin(DiskOperation.WRITE);
      int count = source.remaining();
      byte[] bytes = new byte[fault == null && !full ? count : part(count)];
      source.get(bytes);
      if (bytes.length > 0) {
        contents.write(Math.toIntExact(position), bytes);
      }
      end(fault, name);
      checkSpace(name);
    }

    @Override
    public int read(ByteBuffer target, long position) {
      checkOpen();
      byte[] bytes = new byte[target.remaining()];
      int count =
          position >= contents.length()
              ? 0
              : contents.read(Math.toIntExact(position), bytes, bytes.length);
      target.put(bytes, 0, count);
      return count;
    }

    @Override
    public long size() {
      checkOpen();
      return contents.length();
    }

    @Override
    public void truncate(long size) throws IOException {
      checkOpen();
      DiskFault.Kind fault = begin(DiskOperation.TRUNCATE);
      if (size < contents.length() && (fault == null || random.nextBoolean())) {
        contents.cutTo(Math.toIntExact(size));
        full = false;
      }
      end(fault, name);
    }

    @Override
    public void force() throws IOException {
      checkOpen();
      DiskFault.Kind fault = begin(DiskOperation.FORCE);
      if (fault == null) {
        contents.force();
      } else if (fault != DiskFault.Kind.CRASH) {
        contents.failForce(fault == DiskFault.Kind.IO_ERROR_UNSEEN, random);
      }
      end(fault, name);
    }

    @Override
    public void close() {
      if (!closed) {
        checkUsable();
        closed = true;
        openFiles--;
      }
    }
  }

  private final class Table implements DiskTable {

    private static final String NAME = "table";

    @Override
    public State state() {
      checkUsable();
      return table.state();
    }

    @Override
    public Found get(Key key) {
      checkUsable();
      return table.get(key);
    }

    @Override
    public void scan(Key from, Key to, boolean backward, Visitor visitor) {
      checkUsable();
      table.scan(from, to, backward, visitor);
    }

    @Override
    public void put(Key key, byte[] value, long version) throws IOException {
      change(DiskOperation.WRITE, () -> table.put(key, value, version));
    }

    @Override
    public void delete(Key from, Key to) throws IOException {
      change(DiskOperation.WRITE, () -> table.delete(from, to));
    }

    @Override
    public void commit(State state) throws IOException {
      change(DiskOperation.FORCE, () -> table.commit(state));
    }

    @Override
    public void clear() throws IOException {
      change(DiskOperation.TRUNCATE, table::clear);
    }

    private void change(DiskOperation kind, Runnable change) throws IOException {
      DiskFault.Kind fault = begin(kind);
      checkSpace(NAME);
      if (fault == null || random.nextBoolean()) {
        change.run();
      }
      end(fault, NAME);
    }

    @Override
    public long bytes() {
      checkUsable();
      return table.bytes();
    }

    @Override
    public void close() {}
  }
}
