package dev.yardmaster.storage.table;

import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.HyperClockCache;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.TablePropertiesCollectorFactory;
import org.rocksdb.WriteOptions;

/**
 * The options of a table's database, and the native objects to which the options refer. If a
 * table's database is reopened, the same instance is used, so the cache is kept.
 *
 * <p>Memory: the cache contains the blocks of values, the filters and the indexes. Filters and
 * indexes are partitioned, and each partition is loaded when a read needs it. So the memory does
 * not grow with the data. In addition to the cache, the database needs {@link #MAX_WRITE_BUFFERS}
 * buffers of {@link #WRITE_BUFFER_BYTES}, and some 10 KiB for each open file.
 */
final class RocksSettings implements AutoCloseable {

  /** The size of a buffer in which RocksDB collects and sorts writes before it writes a file. */
  static final long WRITE_BUFFER_BYTES = 32 << 20;

  /**
   * The maximum number of buffers: one buffer that is being filled, and two buffers that are being
   * written to disk.
   */
  static final int MAX_WRITE_BUFFERS = 3;

  private static final double FILTER_BITS_PER_KEY = 10;

  /** A read from disk loads one block. Smaller blocks would need larger indexes. */
  private static final long BLOCK_BYTES = 4 << 10;

  private static final long FILE_BYTES = 128 << 20;
  private static final int MAX_OPEN_FILES = 2_000;
  private static final int BACKGROUND_JOBS = 2;
  private static final long BYTES_PER_SYNC = 1 << 20;

  /**
   * The maximum number of RocksDB's diagnostic logs. RocksDB begins a new log when the table is
   * opened, or when a log reaches the maximum length.
   */
  private static final int MAX_LOGS = 4;

  private static final long MAX_LOG_BYTES = 1 << 20;
  private static final long MAX_MANIFEST_BYTES = 16 << 20;

  /**
   * RocksDB compacts a file early if half of its entries, or half of this number of successive
   * entries, are deletions. Otherwise a scan over deleted entries would take long.
   */
  private static final long DELETIONS_WINDOW = 10_000;

  private static final double MAX_DELETIONS = 0.5;

  final Options options = new Options();
  final WriteOptions write = new WriteOptions();
  final FlushOptions flush = new FlushOptions();
  private final Cache cache;
  private final BloomFilter filter = new BloomFilter(FILTER_BITS_PER_KEY);
  private final TablePropertiesCollectorFactory deletions =
      TablePropertiesCollectorFactory.NewCompactOnDeletionCollectorFactory(
          DELETIONS_WINDOW, (long) (DELETIONS_WINDOW * MAX_DELETIONS), MAX_DELETIONS);

  /**
   * Creates the options.
   *
   * @param cacheBytes the capacity of the cache in bytes
   */
  RocksSettings(long cacheBytes) {
    cache = new HyperClockCache(cacheBytes, 0, -1, false);
    // Recovery repeats the writes from the commit log after a crash, so RocksDB needs no log of its
    // own.
    write.setDisableWAL(true);
    flush.setWaitForFlush(true);
    options.setAvoidFlushDuringShutdown(true);
    options.setCreateIfMissing(true);
    setMemory();
    setFiles();
  }

  private void setMemory() {
    options.setWriteBufferSize(WRITE_BUFFER_BYTES);
    options.setMaxWriteBufferNumber(MAX_WRITE_BUFFERS);
    // Only one thread writes.
    options.setAllowConcurrentMemtableWrite(false);
    options.setTableFormatConfig(
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setBlockSize(BLOCK_BYTES)
            .setFilterPolicy(filter)
            .setWholeKeyFiltering(true)
            .setIndexType(IndexType.kTwoLevelIndexSearch)
            .setPartitionFilters(true)
            .setCacheIndexAndFilterBlocks(true)
            .setCacheIndexAndFilterBlocksWithHighPriority(true)
            .setPinL0FilterAndIndexBlocksInCache(true)
            .setPinTopLevelIndexAndFilter(true));
  }

  private void setFiles() {
    options.setCompressionType(CompressionType.LZ4_COMPRESSION);
    options.setTargetFileSizeBase(FILE_BYTES);
    options.setLevelCompactionDynamicLevelBytes(true);
    options.setTablePropertiesCollectorFactory(List.of(deletions));
    options.setMaxBackgroundJobs(BACKGROUND_JOBS);
    options.setBytesPerSync(BYTES_PER_SYNC);
    options.setMaxOpenFiles(MAX_OPEN_FILES);
    options.setSkipStatsUpdateOnDbOpen(true);
    options.setMaxManifestFileSize(MAX_MANIFEST_BYTES);
    options.setInfoLogLevel(InfoLogLevel.WARN_LEVEL);
    options.setKeepLogFileNum(MAX_LOGS);
    options.setMaxLogFileSize(MAX_LOG_BYTES);
    options.setStatsDumpPeriodSec(0);
    options.setStatsPersistPeriodSec(0);
  }

  /** Frees the native objects; the database must be closed. */
  @Override
  public void close() {
    options.close();
    write.close();
    flush.close();
    deletions.close();
    filter.close();
    cache.close();
  }
}
