package dev.yardmaster.benchmarks.workload.ycsb;

import dev.yardmaster.benchmarks.workload.ScatteredKeys;
import dev.yardmaster.benchmarks.workload.ZipfIds;
import dev.yardmaster.benchmarks.workload.records.DrawnInputs;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Draws a client's transactions. A transaction is stored as the number of its requests, followed by
 * two ints for each request.
 *
 * <pre>
 *   read    | READ           | key |
 *   update  | UPDATE         | key |
 *   put     | PUT            | key |      a blind write
 *   insert  | INSERT         | 0   |      the key follows from the client and its inserts before
 *   scan    | SCAN + records | key |      records: most that are visited, 1 to 100
 *   bulk    | BULK           | key |      the transaction's last; the settings say how many keys
 * </pre>
 */
final class YcsbRequests {

  static final int INTS = 2;
  static final int READ = 0;
  static final int UPDATE = 1;
  static final int INSERT = 2;
  static final int SCAN = 2;
  static final int BULK = -1;
  static final int PUT = -2;

  private static final int MAX_SCAN = 100;
  private static final int NO_BULK = -1;

  private final YcsbSettings settings;
  private final UniformRandomProvider random;
  private final YcsbPartitions partitions;
  private final int base;
  private final ZipfIds ranks;
  private final ScatteredKeys keys;
  private final int[] ranksOfSmall;
  private final int[] ranksOfBig;

  private YcsbRequests(YcsbSettings settings, int client) {
    this.settings = settings;
    random = RandomSource.SPLIT_MIX_64.create(settings.seed() * 0x9E3779B97F4A7C15L + client);
    partitions = settings.partitions();
    base = client % partitions.count();
    int ofPartition = settings.records() / partitions.count();
    ranks = new ZipfIds(random, ofPartition, settings.theta());
    keys = new ScatteredKeys(ofPartition);
    ranksOfSmall = new int[settings.requests().small()];
    ranksOfBig = new int[settings.requests().big()];
  }

  static DrawnInputs draw(YcsbSettings settings, int client) {
    YcsbRequests requests = new YcsbRequests(settings, client);
    DrawnInputs drawn = new DrawnInputs();
    for (int i = 0; i < settings.drawn(); i++) {
      drawn.begin();
      requests.drawOne(drawn);
    }
    return drawn;
  }

  private void drawOne(DrawnInputs drawn) {
    int[] ranksOfOne = isBig() ? ranksOfBig : ranksOfSmall;
    drawn.add(ranksOfOne.length);
    ranks.fillDistinct(ranksOfOne);
    int bulkAt =
        random.nextInt(100) < settings.mix().bulkPercent() ? ranksOfOne.length - 1 : NO_BULK;
    int other = otherPartition();
    for (int i = 0; i < ranksOfOne.length; i++) {
      int partition = i % 2 == 0 ? base : other;
      int request = i == bulkAt ? BULK : partitions.isReadOnly(partition) ? READ : request();
      int key =
          (settings.scattered() ? keys.of(ranksOfOne[i]) : ranksOfOne[i]) * partitions.count()
              + partition;
      drawn.add(request);
      drawn.add(request == INSERT ? 0 : request == BULK ? firstOfBulk(key) : key);
    }
  }

  /**
   * Returns the partition of every second request: in a cross-partition transaction another
   * partition, otherwise the base partition.
   */
  private int otherPartition() {
    if (base >= partitions.cross() || random.nextInt(100) >= partitions.crossPercent()) {
      return base;
    }
    return (base + 1 + random.nextInt(partitions.cross() - 1)) % partitions.cross();
  }

  private boolean isBig() {
    RequestCounts counts = settings.requests();
    return counts.hasBig() && random.nextInt(100) < counts.bigPercent();
  }

  /**
   * Returns the first key of a bulk scan. Near the end of the table, the key is reduced, so that
   * the scan has its full length.
   */
  private int firstOfBulk(int key) {
    return Math.min(key, settings.records() - settings.scanLength());
  }

  private boolean isBlind() {
    int blindPercent = settings.mix().blindPercent();
    return blindPercent > 0 && random.nextInt(100) < blindPercent;
  }

  private int request() {
    YcsbMix mix = settings.mix();
    int percent = random.nextInt(100);
    if (percent < mix.readPercent()) {
      return READ;
    }
    percent -= mix.readPercent();
    if (percent < mix.updatePercent()) {
      return isBlind() ? PUT : UPDATE;
    }
    percent -= mix.updatePercent();
    return percent < mix.insertPercent() ? INSERT : SCAN + 1 + random.nextInt(MAX_SCAN);
  }
}
