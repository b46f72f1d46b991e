package dev.yardmaster.storage.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RocksTableTest extends DiskTableContract {

  private static final long CACHE_BYTES = 8 << 20;
  private static final DiskTable.State FIRST = new DiskTable.State(1, 1, 1);
  private static final DiskTable.State SECOND = new DiskTable.State(2, 1, 1);

  @TempDir Path directory;

  private Path folder() {
    return directory.resolve("new/table");
  }

  private RocksTable openTable() throws IOException {
    return RocksTable.open(folder(), CACHE_BYTES);
  }

  @Override
  protected DiskTable newTable() throws IOException {
    return openTable();
  }

  /**
   * Closes the table. RocksDB does not flush at a close, so the table loses the same writes as
   * after a kill of the process.
   */
  @Override
  protected DiskTable crash(DiskTable table, SplittableRandom random) throws IOException {
    table.close();
    return openTable();
  }

  /** Returns bytes that do not compress. */
  private static byte[] large(long seed, int length) {
    byte[] bytes = new byte[length];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) random.nextInt();
    }
    return bytes;
  }

  private List<Path> files(String prefix, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .filter(file -> file.toString().endsWith(suffix))
          .toList();
    }
  }

  private void assertNamesTheFolder(String reason, Throwable thrown) {
    String message = thrown.getMessage();
    assertTrue(message.contains("the table in " + folder() + " "), message);
    assertTrue(message.contains(reason), message);
  }

  @Test
  void theFolderOfATableInHBaseIsRefused(@TempDir Path other) throws IOException {
    Files.createFile(other.resolve(TableProvider.HBASE_OWNER));
    YardmasterException refused =
        assertThrows(YardmasterException.class, () -> RocksTable.open(other, 1 << 20).close());
    assertEquals(ErrorCode.BAD_CONFIG, refused.code());
    assertTrue(refused.getMessage().contains("storage hbase"), refused.getMessage());
  }

  @Test
  void aFolderHasOneTableAtATime() throws IOException {
    IOException refused = assertThrows(IOException.class, this::openTable);
    assertNamesTheFolder("cannot be opened: it is in use", refused);
    assertNotNull(refused.getCause());
    table.put(key(1), value(1), 1);
    assertEquals(1, table.get(key(1)).version());
  }

  @Test
  void aKilledProcessLeavesItsCommitAndItsLock() throws Exception {
    table.close();
    Process other =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                // A killed process leaves its copy of the native library.
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                folder().toString())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader said = new BufferedReader(other.inputReader(StandardCharsets.UTF_8))) {
      assertEquals("written", said.readLine());
      assertNamesTheFolder("it is in use", assertThrows(IOException.class, this::openTable));
    } finally {
      other.destroyForcibly().waitFor();
    }
    table = openTable();
    assertEquals(FIRST, table.state());
    assertEquals(100, keys(table, key(0), key(100), false).size());
  }

  /** The main class of another process, which writes until it is killed. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) throws IOException {
      RocksTable table = RocksTable.open(Path.of(args[0]), CACHE_BYTES);
      for (int id = 0; id < 100; id++) {
        table.put(key(id), value(id), 1);
      }
      table.commit(FIRST);
      table.put(key(100), value(100), 2);
      System.out.println("written");
      System.in.read();
    }
  }

  @Test
  void withoutACommitACrashLeavesAPrefixOfTheWrites() throws IOException {
    int writes = 20;
    int length = (int) RocksSettings.WRITE_BUFFER_BYTES / 8;
    for (int id = writes; id > 0; id--) {
      table.put(key(id), large(id, length), 1);
    }
    for (int id = writes; id > 0; id--) {
      assertArrayEquals(large(id, length), table.get(key(id)).value());
    }
    crash(1);
    assertEquals(DiskTable.State.EMPTY, table.state());
    List<Key> left = keys(table, null, null, true);
    for (int i = 0; i < left.size(); i++) {
      assertEquals(key(writes - i), left.get(i));
    }
    assertTrue(left.size() < writes);
  }

  @Test
  void bytesAreThoseOfTheCompressedFiles() throws IOException {
    assertEquals(0, table.bytes());
    table.put(key(1), new byte[1 << 20], 1);
    table.commit(FIRST);
    long compressed = table.bytes();
    assertTrue(compressed > 0 && compressed < 100_000, "bytes=" + compressed);
    table.put(key(2), large(1, 1 << 20), 1);
    table.commit(FIRST);
    long bytes = table.bytes();
    assertTrue(bytes > 1 << 20 && bytes < 2 << 20, "bytes=" + bytes);
    table.clear();
    // A file that contains only the deletion may remain.
    assertTrue(table.bytes() < 10_000, () -> "bytes=" + table.bytes());
  }

  /** Makes a table with one file of entries. */
  private void fill() throws IOException {
    for (int id = 0; id < 1_000; id++) {
      table.put(key(id), large(id, 100), 1);
    }
    table.commit(FIRST);
    table.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"CURRENT", "MANIFEST-", ".sst"})
  void aMissingFileIsDamage(String name) throws IOException {
    fill();
    Path missing = name.equals(".sst") ? files("", name).get(0) : files(name, "").get(0);
    byte[] content = Files.readAllBytes(missing);
    Files.delete(missing);
    IOException refused = assertThrows(IOException.class, this::openTable);
    assertNamesTheFolder(name.equals(".sst") ? "it is damaged" : "is damaged: the file", refused);
    Files.write(missing, content);
    table = openTable();
    assertEquals(FIRST, table.state());
  }

  @Test
  void aChangedByteOfAnEntryIsDamage() throws IOException {
    fill();
    assertEquals(1, files("", ".sst").size());
    Path file = files("", ".sst").get(0);
    byte[] content = Files.readAllBytes(file);
    for (int at = 10; at < content.length; at += content.length / 15) {
      byte[] changed = content.clone();
      changed[at] ^= 4;
      Files.write(file, changed);
      try (RocksTable opened = openTable()) {
        readOrFindDamage(() -> getAll(opened));
        readOrFindDamage(() -> assertEquals(1_000, keys(opened, null, null, false).size()));
        assertEquals(FIRST, opened.state());
      } catch (IOException e) {
        assertNamesTheFolder("it is damaged", e);
      }
    }
    Files.write(file, content);
    table = openTable();
    getAll(table);
  }

  private static void getAll(DiskTable table) {
    for (int id = 0; id < 1_000; id++) {
      assertArrayEquals(large(id, 100), table.get(key(id)).value());
    }
  }

  private void readOrFindDamage(Runnable read) {
    try {
      read.run();
    } catch (UncheckedIOException e) {
      assertNamesTheFolder("cannot be read: it is damaged", e.getCause());
    }
  }

  @Test
  void aChangedByteOfTheManifestIsDamage() throws IOException {
    fill();
    Path file = files("MANIFEST-", "").get(0);
    byte[] content = Files.readAllBytes(file);
    byte[] changed = content.clone();
    changed[6] = 5;
    Files.write(file, changed);
    IOException refused = assertThrows(IOException.class, this::openTable);
    assertNamesTheFolder("is damaged: " + file.getFileName() + " has no record at 0", refused);
    Files.write(file, content);
    Path current = folder().resolve("CURRENT");
    byte[] name = Files.readAllBytes(current);
    Files.writeString(current, "0");
    assertNamesTheFolder("names no manifest", assertThrows(IOException.class, this::openTable));
    Files.write(current, name);
    table = openTable();
    getAll(table);
  }

  /** Writes bytes into the table's database, and opens the table again. */
  private void plant(byte[] key, byte[] value) throws IOException {
    table.close();
    RocksDatabase database = RocksDatabase.open(folder(), CACHE_BYTES);
    database.put(key, value);
    database.flush();
    database.close();
    table = openTable();
  }

  @Test
  void bytesThatAreNoEntryAreRefused() throws IOException {
    plant(KeyFormat.encode(key(1)), new byte[7]);
    UncheckedIOException refused =
        assertThrows(UncheckedIOException.class, () -> table.get(key(1)));
    assertNamesTheFolder("cannot be read: an entry has only 7 bytes", refused.getCause());
    assertNamesTheFolder(
        "an entry has only 7 bytes",
        assertThrows(UncheckedIOException.class, () -> keys(table, null, null, false)).getCause());
    table.clear();
    plant(new byte[] {'a', 0, 0, 9}, value(1));
    assertNamesTheFolder(
        "these bytes are not a key: 0x61000009",
        assertThrows(UncheckedIOException.class, () -> keys(table, null, null, false)).getCause());
  }

  @Test
  void aTableOfAnotherFormatIsRefused() throws IOException {
    byte[] state = EntryFormat.encode(FIRST);
    state[3]++;
    for (byte[] other : List.of(state, new byte[27], new byte[29])) {
      IOException refused = assertThrows(IOException.class, () -> plant(KeyFormat.state(), other));
      assertNamesTheFolder("a format that this release does not know", refused);
    }
    plant(KeyFormat.state(), EntryFormat.encode(FIRST));
    assertEquals(FIRST, table.state());
    assertEquals(List.of(), keys(table, null, null, false));
  }

  @Test
  void theLayoutOfTheStateIsThatOfEarlierReleases() throws IOException {
    byte[] bytes = {
      0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0
    };
    DiskTable.State state = new DiskTable.State(2, 1, 256);
    assertArrayEquals(bytes, EntryFormat.encode(state));
    assertEquals(state, EntryFormat.state(bytes));
    assertArrayEquals(
        new byte[] {0, 0, 0, 0, 0, 0, 1, 2, 9}, EntryFormat.encode(new byte[] {9}, 258));
  }

  /** Without its folder, the database cannot create files. It keeps the files that it has open. */
  private Path hide() throws IOException {
    return Files.move(folder(), directory.resolve("hidden"));
  }

  private void restore(Path hidden) throws IOException {
    Files.move(hidden, folder());
  }

  @Test
  void afterAFailedCommitTheWritesAreRepeated() throws IOException {
    table.put(key(1), value(1), 1);
    table.commit(FIRST);
    table.put(key(1), value(2), 2);
    Path hidden = hide();
    IOException failed = assertThrows(IOException.class, () -> table.commit(SECOND));
    assertNamesTheFolder("cannot be flushed", failed);
    assertNotNull(failed.getCause());
    assertEquals(FIRST, table.state());
    for (int i = 0; i < 3; i++) {
      IOException again = assertThrows(IOException.class, () -> table.put(key(1), value(2), 2));
      assertNamesTheFolder("still cannot be written", again);
      assertNotEquals(0, table.get(key(1)).version());
    }
    table.scan(null, null, false, this::cannotWrite);
    restore(hidden);
    IllegalStateException early =
        assertThrows(IllegalStateException.class, () -> table.commit(SECOND));
    assertNamesTheFolder("lost writes", early);
    assertEquals(FIRST, table.state());
    assertEquals(1, table.get(key(1)).version());
    table.put(key(1), value(2), 2);
    table.put(key(2), value(2), 2);
    table.commit(SECOND);
    crash(1);
    assertEquals(SECOND, table.state());
    assertEquals(2, table.get(key(1)).version());
    assertEquals(0, files("probe", "").size());
  }

  private boolean cannotWrite(Key key, byte[] value, long version) {
    assertThrows(IllegalStateException.class, () -> table.put(key, value, version));
    return true;
  }

  @Test
  void afterAFailedCommitWithoutWritesNothingIsRepeated() throws IOException {
    table.put(key(1), value(1), 1);
    table.commit(FIRST);
    Path hidden = hide();
    assertThrows(IOException.class, () -> table.commit(SECOND));
    restore(hidden);
    table.commit(SECOND);
    assertEquals(SECOND, table.state());
    assertEquals(1, table.get(key(1)).version());
    table.put(key(2), value(1), 1);
    table.clear();
    hidden = hide();
    assertThrows(IOException.class, () -> table.commit(FIRST));
    restore(hidden);
    table.commit(FIRST);
    assertNull(table.get(key(1)));
  }

  @Test
  void aFailedClearIsRepeated() throws IOException {
    table.put(key(1), value(1), 1);
    table.commit(FIRST);
    Path hidden = hide();
    assertThrows(IOException.class, () -> table.clear());
    assertEquals(FIRST, table.state());
    restore(hidden);
    assertThrows(IllegalStateException.class, () -> table.commit(SECOND));
    assertEquals(1, table.get(key(1)).version());
    table.clear();
    assertNull(table.get(key(1)));
    table.commit(SECOND);
  }

  @Test
  void aTableThatCannotBeOpenedAgainIsTriedAgain() throws IOException {
    table.put(key(1), value(1), 1);
    table.commit(FIRST);
    Path hidden = hide();
    assertThrows(IOException.class, () -> table.commit(SECOND));
    restore(hidden);
    Path current = folder().resolve("CURRENT");
    Path elsewhere = Files.move(current, directory.resolve("CURRENT"));
    assertNamesTheFolder("is damaged", assertThrows(IOException.class, () -> table.commit(SECOND)));
    assertNamesTheFolder(
        "could not be opened again",
        assertThrows(UncheckedIOException.class, () -> table.get(key(1))).getCause());
    assertThrows(UncheckedIOException.class, () -> table.bytes());
    Files.move(elsewhere, current);
    table.commit(SECOND);
    assertEquals(1, table.get(key(1)).version());
    table.close();
    table = openTable();
    assertEquals(SECOND, table.state());
  }

  @Test
  void aTableThatCouldNotBeOpenedAgainIsClosed() throws IOException {
    Path hidden = hide();
    table.put(key(1), value(1), 1);
    assertThrows(IOException.class, () -> table.commit(FIRST));
    restore(hidden);
    Path current = Files.move(folder().resolve("CURRENT"), directory.resolve("CURRENT"));
    // No entry was flushed, so the folder has no other .sst file. Without any such file, RocksDB
    // would create a new database in the folder.
    Files.createFile(folder().resolve("000009.sst"));
    assertThrows(IOException.class, () -> table.put(key(1), value(1), 1));
    table.close();
    assertThrows(IllegalStateException.class, () -> table.put(key(1), value(1), 1));
    assertTrue(Files.exists(current));
  }

  @Test
  void aVisitorCannotCloseTheTable() throws IOException {
    table.put(key(1), value(1), 1);
    AtomicInteger visits = new AtomicInteger();
    table.scan(
        null,
        null,
        false,
        (key, value, version) -> {
          assertThrows(IllegalStateException.class, () -> table.close());
          return visits.incrementAndGet() > 0;
        });
    assertEquals(1, visits.get());
    assertEquals(1, table.get(key(1)).version());
  }

  @Test
  void aScanEndsWhenTheTableIsClosed() throws Exception {
    for (int id = 0; id < 10; id++) {
      table.put(key(id), value(id), 1);
    }
    AtomicInteger visits = new AtomicInteger();
    Thread[] closer = new Thread[1];
    DiskTable.Visitor visitor =
        (key, value, version) -> {
          closer[0] = new Thread(this::closeTable);
          closer[0].start();
          while (isOpen()) {
            Thread.onSpinWait();
          }
          return visits.incrementAndGet() > 0;
        };
    assertThrows(IllegalStateException.class, () -> table.scan(null, null, false, visitor));
    assertEquals(1, visits.get());
    closer[0].join();
  }

  private void closeTable() {
    try {
      table.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isOpen() {
    try {
      return table.state() != null;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  @Test
  void theMessagesOfRocksDbDoNotFillTheDisk() throws IOException {
    for (int i = 0; i < 8; i++) {
      crash(i);
    }
    assertTrue(files("LOG", "").size() <= 4, () -> directory.toString());
  }

  /** RocksDB writes its options to a file when it is opened. */
  @Test
  void theOptionsBoundMemoryAndFiles() throws IOException {
    String options = Files.readString(files("OPTIONS-", "").get(0));
    for (String option :
        List.of(
            "write_buffer_size=33554432",
            "max_write_buffer_number=3",
            "filter_policy=bloomfilter:10:false",
            "whole_key_filtering=true",
            "block_size=4096",
            "index_type=kTwoLevelIndexSearch",
            "partition_filters=true",
            "cache_index_and_filter_blocks=true",
            "cache_index_and_filter_blocks_with_high_priority=true",
            "pin_l0_filter_and_index_blocks_in_cache=true",
            "pin_top_level_index_and_filter=true",
            "compression=kLZ4Compression",
            "target_file_size_base=134217728",
            "level_compaction_dynamic_level_bytes=true",
            "max_background_jobs=2",
            "bytes_per_sync=1048576",
            "max_open_files=2000",
            "skip_stats_update_on_db_open=true",
            "max_manifest_file_size=16777216",
            "info_log_level=WARN_LEVEL",
            "keep_log_file_num=4",
            "max_log_file_size=1048576",
            "stats_dump_period_sec=0",
            "stats_persist_period_sec=0",
            "allow_concurrent_memtable_write=false",
            "avoid_flush_during_shutdown=true")) {
      assertTrue(options.lines().anyMatch(line -> line.strip().equals(option)), option + options);
    }
    assertTrue(
        options.contains(
            "{id=CompactOnDeletionCollector;min_file_size=0;deletion_ratio=0.500000;"
                + "deletion_trigger=5000;window_size=10000;}"),
        options);
  }

  @Test
  void withoutTheLibraryItsNameIsGiven() throws Exception {
    table.close();
    String missing = openWithout(name -> name.startsWith("org/rocksdb/"));
    assertTrue(missing.contains("RocksDB, which is not on the class path"), missing);
    assertTrue(missing.contains("org.rocksdb:rocksdbjni"), missing);
    String foreign = openWithout(name -> name.startsWith("librocksdbjni"));
    assertTrue(foreign.contains("cannot be loaded on this machine"), foreign);
    assertTrue(foreign.contains("org.rocksdb:rocksdbjni"), foreign);
    assertTrue(foreign.contains("was not found inside JAR"), foreign);
  }

  /** Returns the error of a table whose class path lacks some files. */
  private String openWithout(Predicate<String> hidden) throws Exception {
    Class<?> type = new PartialLoader(hidden).loadClass(RocksTable.class.getName());
    Throwable thrown =
        assertThrows(
                InvocationTargetException.class,
                () ->
                    type.getMethod("open", Path.class, long.class)
                        .invoke(null, folder(), CACHE_BYTES))
            .getCause();
    assertEquals("dev.yardmaster.api.YardmasterException", thrown.getClass().getName());
    assertNotNull(thrown.getCause());
    assertTrue(thrown.getMessage().contains("BAD_CONFIG"), thrown::toString);
    return thrown.getMessage();
  }

  /** Loads the classes and files of the class path anew, except some. */
  private static final class PartialLoader extends ClassLoader {

    private final Predicate<String> hidden;

    PartialLoader(Predicate<String> hidden) {
      super(ClassLoader.getPlatformClassLoader());
      this.hidden = hidden;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      URL file = findResource(name.replace('.', '/') + ".class");
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      try (InputStream source = file.openStream()) {
        byte[] bytes = source.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    @Override
    protected URL findResource(String name) {
      return hidden.test(name) ? null : ClassLoader.getSystemResource(name);
    }
  }
}
