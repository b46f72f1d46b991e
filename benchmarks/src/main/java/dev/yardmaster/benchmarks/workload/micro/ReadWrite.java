package dev.yardmaster.benchmarks.workload.micro;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;
import java.nio.ByteBuffer;

/**
 * A procedure that reads some objects, writes the transaction's number to some objects, and returns
 * the sum of the read values.
 */
final class ReadWrite implements Procedure<ReadWrite.Argument, Long> {

  static final ReadWrite PROCEDURE = new ReadWrite();

  static final int READS = 5;
  static final int WRITES = 5;

  /**
   * The number of distinct objects. The transaction reads the first {@link #READS} objects and
   * writes the last {@link #WRITES}.
   */
  static final int OBJECTS = READS + WRITES - 1;

  /**
   * The ids of a transaction's objects, stored in primitive fields. If the drawn transactions
   * referred to objects all over the heap, the cache misses of the benchmark itself would dominate.
   */
  static final class Objects {
    private final int[] ids;

    Objects(int[] ids) {
      this.ids = ids.clone();
    }

    int id(int index) {
      return ids[index];
    }

    int read(int index) {
      return ids[index];
    }

    int written(int index) {
      return ids[READS - 1 + index];
    }
  }

  /** The arguments: the objects, and a number that is unique in a run and never 0. */
  record Argument(Objects objects, long number) {}

  /** Encodes the ids, 4 bytes each, and then the number, 8 bytes; most significant byte first. */
  private static final ValueCodec<Argument> ARGUMENTS =
      new ValueCodec<>() {
        private static final int LENGTH_BYTES = OBJECTS * Integer.BYTES + Long.BYTES;

        @Override
        public byte[] encode(Argument argument) {
          ByteBuffer to = ByteBuffer.allocate(LENGTH_BYTES);
          for (int i = 0; i < OBJECTS; i++) {
            to.putInt(argument.objects().id(i));
          }
          return to.putLong(argument.number()).array();
        }

        @Override
        public Argument decode(byte[] bytes) {
          if (bytes.length != LENGTH_BYTES) {
            throw new IllegalArgumentException(bytes.length + " bytes instead of " + LENGTH_BYTES);
          }
          ByteBuffer from = ByteBuffer.wrap(bytes);
          int[] ids = new int[OBJECTS];
          for (int i = 0; i < OBJECTS; i++) {
            ids[i] = from.getInt();
          }
          return new Argument(new Objects(ids), from.getLong());
        }
      };

  private ReadWrite() {}

  @Override
  public ValueCodec<Argument> argumentCodec() {
    return ARGUMENTS;
  }

  @Override
  public String name() {
    return "micro.read-write";
  }

  static Key key(int object) {
    return Key.of(Micro.TABLE, object);
  }

  @Override
  public void declare(Argument argument, KeyDeclaration keys) {
    Objects objects = argument.objects();
    for (int i = 0; i < READS - 1; i++) {
      keys.read(key(objects.read(i)));
    }
    keys.update(key(objects.written(0)));
    for (int i = 1; i < WRITES; i++) {
      keys.write(key(objects.written(i)));
    }
  }

  @Override
  public Long execute(Argument argument, Transaction transaction) {
    Objects objects = argument.objects();
    long sum = 0;
    for (int i = 0; i < READS; i++) {
      sum += transaction.getLong(key(objects.read(i)));
    }
    for (int i = 0; i < WRITES; i++) {
      transaction.putLong(key(objects.written(i)), argument.number());
    }
    return sum;
  }
}
