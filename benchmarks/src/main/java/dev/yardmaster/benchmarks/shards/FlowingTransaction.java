package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.api.Key;
import dev.yardmaster.validator.Decision;
import dev.yardmaster.validator.NewestValues;
import dev.yardmaster.validator.NewestValues.Knowledge;
import dev.yardmaster.validator.ValidatedTransaction;
import dev.yardmaster.validator.ValidationRequest;
import java.util.AbstractQueue;
import java.util.Iterator;
import java.util.function.Consumer;

/**
 * A transaction in flight, with its message to the validator. The message is the pipeline's {@link
 * ValidationRequest} or a {@link ShardedTransaction}. Only one thread may use an instance.
 */
final class FlowingTransaction implements ValidatedTransaction {

  private static final byte[] VALUE = new byte[Long.BYTES];

  final ShardedTransaction sharded = new ShardedTransaction();
  final ValidationRequest single;
  private final Runnable repaired;
  private DeclaredAccesses accesses;
  private long[] freshThrough = new long[8];
  private int restarts;

  /** The time, in ns, at which the transaction's first run began. */
  double beganNs;

  /**
   * Creates a transaction.
   *
   * @param answered gets this transaction when the single validator has decided on it
   * @param repaired is called when the single validator runs this transaction again
   */
  FlowingTransaction(int slot, Consumer<FlowingTransaction> answered, Runnable repaired) {
    this.single = new ValidationRequest(slot, new Answers(() -> answered.accept(this)));
    this.repaired = repaired;
  }

  /** Begins the first run of another transaction. */
  void begin(DeclaredAccesses drawn, double nowNs) {
    accesses = drawn;
    beganNs = nowNs;
    restarts = 0;
    if (freshThrough.length < drawn.readPrints().length) {
      freshThrough = new long[drawn.readPrints().length];
    }
  }

  DeclaredAccesses accesses() {
    return accesses;
  }

  /** Records the version up to which a value that was read at storage is the newest. */
  void read(int read, long through) {
    freshThrough[read] = through;
  }

  void restarted() {
    restarts++;
  }

  /** Fills the message for a single validator. */
  void fillSingle(boolean repair) {
    single.begin(single.slot(), restarts, 1);
    single.transaction(this, repair, repair);
    fill();
  }

  private void fill() {
    for (int read = 0; read < accesses.readPrints().length; read++) {
      single.read(accesses.readPrints()[read], freshThrough[read]);
    }
    for (int write = 0; write < accesses.writePrints().length; write++) {
      single.write(accesses.writePrints()[write], write);
    }
  }

  /** Fills the message for a sharded validator. */
  void fillSharded(boolean repair, KeyPartition partition, int shards) {
    sharded.begin(restarts, repair);
    for (int read = 0; read < accesses.readPrints().length; read++) {
      long fingerprint = accesses.readPrints()[read];
      int shard = partition.shardOf(accesses.reads().get(read), fingerprint, shards);
      sharded.read(fingerprint, freshThrough[read], shard);
    }
    for (int write = 0; write < accesses.writePrints().length; write++) {
      long fingerprint = accesses.writePrints()[write];
      sharded.write(
          fingerprint, partition.shardOf(accesses.writes().get(write), fingerprint, shards));
    }
  }

  /** Returns the version of the commit; 0 if it has no writes, -1 if the transaction aborted. */
  long version(boolean isSharded) {
    boolean commits = (isSharded ? sharded.decision() : single.decision()) == Decision.COMMIT;
    return commits ? (isSharded ? sharded.version() : single.commitVersion()) : -1;
  }

  boolean isRepaired(boolean isSharded) {
    return isSharded ? sharded.isRepaired() : single.isRepaired();
  }

  @Override
  public Rerun runAgain(NewestValues newest, long nowNs, long budgetNs) {
    for (int read = 0; read < accesses.readPrints().length; read++) {
      Knowledge knowledge =
          newest.find(accesses.readPrints()[read], accesses.reads().get(read), freshThrough[read]);
      if (knowledge == Knowledge.UNKNOWN) {
        return Rerun.UNKNOWN_KEY;
      }
      if (knowledge == Knowledge.NEWER) {
        freshThrough[read] = newest.version();
      }
    }
    repaired.run();
    single.beginAccesses();
    fill();
    return Rerun.DONE;
  }

  /** Returns the version of a read after the decision of a validator. */
  long freshThrough(int read, boolean isSharded) {
    return isSharded ? sharded.freshThrough(read) : freshThrough[read];
  }

  /** Returns whether the transaction aborted because of the order of its batch. */
  boolean isVictim(boolean isSharded) {
    return (isSharded ? sharded.decision() : single.decision()) == Decision.VICTIM;
  }

  /** Returns the version of a read after the decision. */
  long freshThrough(int read) {
    return freshThrough[read];
  }

  @Override
  public void toBeLogged() {
    throw new UnsupportedOperationException("the model has no log");
  }

  @Override
  public Key writtenKey(int position) {
    return accesses.writes().get(position);
  }

  @Override
  public boolean canBeScanned(int position) {
    return false;
  }

  @Override
  public int scanOf(Key key) {
    return NOT_SCANNED;
  }

  @Override
  public long versionSeen(int scan, Key key) {
    return NOT_SCANNED;
  }

  @Override
  public byte[] writtenValue(int position) {
    return VALUE;
  }

  /** The queue of the decisions of one transaction. */
  private static final class Answers extends AbstractQueue<ValidationRequest> {
    private final Runnable answered;

    Answers(Runnable answered) {
      this.answered = answered;
    }

    @Override
    public boolean offer(ValidationRequest request) {
      answered.run();
      return true;
    }

    @Override
    public ValidationRequest poll() {
      throw new UnsupportedOperationException("answers are not kept");
    }

    @Override
    public ValidationRequest peek() {
      throw new UnsupportedOperationException("answers are not kept");
    }

    @Override
    public int size() {
      return 0;
    }

    @Override
    public Iterator<ValidationRequest> iterator() {
      throw new UnsupportedOperationException("answers are not kept");
    }
  }
}
