package dev.yardmaster.proof.torture.soak;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.proof.torture.BankRequest;
import dev.yardmaster.proof.torture.Line;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.disk.ForwardingDisk;
import dev.yardmaster.workloads.smallbank.Account;
import dev.yardmaster.workloads.smallbank.DepositChecking;
import dev.yardmaster.workloads.smallbank.Receipt;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Servers with a planted bug. */
final class FaultyServers {

  // The first measurement also counts threads, connections and Netty's buffers that exist only for
  // a short time. Even after these short-lived objects are subtracted, the leaks exceed the
  // tolerances. FiguresTest tests the exact tolerances.
  private static final int THREADS = 8;
  private static final int DESCRIPTORS = 24;
  private static final int BYTES = 64 << 20;
  private static final int DEPOSITS_PER_LOSS = 10;

  private FaultyServers() {}

  /**
   * A server that leaks threads, descriptors, heap and direct memory once, after its first
   * measurement.
   */
  static final class Leaks extends SoakedServer {
    private final List<Object> leaked = new ArrayList<>();
    private boolean measured;

    private Leaks(String[] args, OutputStream lines) {
      super(args, lines);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
      new Leaks(args, Line.reserveOutput()).run();
    }

    @Override
    protected void take(String[] words) {
      if (words[0].equals(SoakLine.MEASURE)) {
        if (measured && leaked.isEmpty()) {
          leak();
        }
        measured = true;
      }
      super.take(words);
    }

    private void leak() {
      leaked.add(new byte[BYTES]);
      leaked.add(ByteBuffer.allocateDirect(BYTES));
      for (int i = 0; i < THREADS; i++) {
        Thread thread = new Thread(Leaks::waitForever, "leaked");
        thread.setDaemon(true);
        thread.start();
      }
      try {
        for (int i = 0; i < DESCRIPTORS; i++) {
          leaked.add(new FileInputStream("/dev/null"));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void waitForever() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * A server that cannot write its log although only checkpoints should be refused for lack of
   * space.
   */
  static final class EndsForFullCheckpoints extends SoakedServer {
    private volatile boolean full;

    private EndsForFullCheckpoints(String[] args, OutputStream lines) {
      super(args, lines);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
      new EndsForFullCheckpoints(args, Line.reserveOutput()).run();
    }

    @Override
    protected void take(String[] words) {
      super.take(words);
      full |= words[0].equals(SoakLine.FILL) && words[1].equals(DiskSpace.CHECKPOINTS);
    }

    @Override
    protected Disk disk(Disk disk) {
      return new ForwardingDisk(super.disk(disk)) {
        @Override
        protected void write(String name, DiskFile file, ByteBuffer source, long position)
            throws IOException {
          if (full && !name.startsWith(DiskSpace.CHECKPOINTS)) {
            throw new NoSpaceException();
          }
          super.write(name, file, source, position);
        }
      };
    }
  }

  /** A server that fails for another reason after its disk was full. */
  static final class FailsWhileTheDiskIsFull extends SoakedServer {
    private FailsWhileTheDiskIsFull(String[] args, OutputStream lines) {
      super(args, lines);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
      new FailsWhileTheDiskIsFull(args, Line.reserveOutput()).run();
    }

    @Override
    protected Optional<Throwable> failure(YardmasterServer of) {
      return super.failure(of).map(failure -> new IllegalStateException("planted"));
    }
  }

  /** A server that has failed, but keeps listening. */
  static final class OutlivesAFullDisk extends SoakedServer {
    private OutlivesAFullDisk(String[] args, OutputStream lines) {
      super(args, lines);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
      new OutlivesAFullDisk(args, Line.reserveOutput()).run();
    }

    @Override
    protected Optional<Throwable> failure(YardmasterServer of) {
      return Optional.empty();
    }
  }

  /** A server that acknowledges some deposits without writing them. */
  static final class LosesDeposits extends SoakedServer {
    private LosesDeposits(String[] args, OutputStream lines) {
      super(args, lines);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
      new LosesDeposits(args, Line.reserveOutput()).run();
    }

    @Override
    protected List<Procedure<?, ?>> procedures() {
      List<Procedure<?, ?>> procedures = new ArrayList<>(BankRequest.PROCEDURES);
      procedures.replaceAll(
          known -> known == DepositChecking.PROCEDURE ? new LossyDeposit() : known);
      return procedures;
    }
  }

  private static final class LossyDeposit implements Procedure<DepositChecking.Argument, Receipt> {
    private final AtomicInteger deposits = new AtomicInteger();

    @Override
    public String name() {
      return DepositChecking.PROCEDURE.name();
    }

    @Override
    public ValueCodec<DepositChecking.Argument> argumentCodec() {
      return DepositChecking.PROCEDURE.argumentCodec();
    }

    @Override
    public ValueCodec<Receipt> resultCodec() {
      return DepositChecking.PROCEDURE.resultCodec();
    }

    @Override
    public void declare(DepositChecking.Argument argument, KeyDeclaration keys) {
      DepositChecking.PROCEDURE.declare(argument, keys);
    }

    @Override
    public Receipt execute(DepositChecking.Argument argument, Transaction transaction) {
      if (deposits.incrementAndGet() % DEPOSITS_PER_LOSS > 0) {
        return DepositChecking.PROCEDURE.execute(argument, transaction);
      }
      long balance = transaction.getLong(Account.checking(argument.customer()));
      return new Receipt(argument.cents(), balance + argument.cents());
    }
  }
}
