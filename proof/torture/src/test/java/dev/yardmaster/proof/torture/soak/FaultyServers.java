package dev.yardmaster.proof.torture.soak;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.proof.torture.BankRequest;
import dev.yardmaster.proof.torture.Line;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Servers with a planted fault. A leak grows with each of the first measurements. */
final class FaultyServers {

  private static final int LEAKS = 4;
  private static final int BYTES = 40 << 20;
  private static final int DEPOSITS_PER_LOSS = 50;

  private FaultyServers() {}

  /** A server that leaks something. */
  private abstract static class Leaking extends SoakedServer {
    private final List<Object> leaked = new ArrayList<>();

    Leaking(String[] args, OutputStream lines) {
      super(args, lines);
    }

    abstract Object leak();

    @Override
    protected void take(String[] words) {
      if (words[0].equals(SoakLine.MEASURE) && leaked.size() < LEAKS) {
        leaked.add(leak());
      }
      super.take(words);
    }
  }

  static final class LeaksThreads extends Leaking {
    private static final int COUNT = 5;

    private LeaksThreads(String[] args, OutputStream lines) {
      super(args, lines);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
      new LeaksThreads(args, Line.reserveOutput()).run();
    }

    @Override
    Object leak() {
      for (int i = 0; i < COUNT; i++) {
        Thread thread = new Thread(LeaksThreads::waitForever, "leaked");
        thread.setDaemon(true);
        thread.start();
      }
      return COUNT;
    }

    private static void waitForever() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  static final class LeaksDescriptors extends Leaking {
    private static final int COUNT = 17;

    private LeaksDescriptors(String[] args, OutputStream lines) {
      super(args, lines);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
      new LeaksDescriptors(args, Line.reserveOutput()).run();
    }

    @Override
    Object leak() {
      List<FileInputStream> open = new ArrayList<>();
      try {
        for (int i = 0; i < COUNT; i++) {
          open.add(new FileInputStream("/dev/null"));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return open;
    }
  }

  static final class LeaksHeap extends Leaking {
    private LeaksHeap(String[] args, OutputStream lines) {
      super(args, lines);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
      new LeaksHeap(args, Line.reserveOutput()).run();
    }

    @Override
    Object leak() {
      return new byte[BYTES];
    }
  }

  static final class LeaksDirectMemory extends Leaking {
    private LeaksDirectMemory(String[] args, OutputStream lines) {
      super(args, lines);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
      new LeaksDirectMemory(args, Line.reserveOutput()).run();
    }

    @Override
    Object leak() {
      return ByteBuffer.allocateDirect(BYTES);
    }
  }

  /** A server that acknowledges some deposits that it does not write. */
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
