package dev.yardmaster.benchmarks.plan;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.benchmarks.workload.ZipfIds;
import dev.yardmaster.workloads.ClientStream;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.Span;
import dev.yardmaster.workloads.Workload;
import dev.yardmaster.workloads.WorkloadRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Transactions that read a number of distinct keys, drawn by Zipf's law, and add 1 to some of them.
 * After a run, the sum of all values must be the number of additions of the committed transactions.
 */
final class AccessMix implements Workload {

  private static final String TABLE = "mix";
  private static final int KEYS_PER_CALL = 100;

  private final int keys;
  private final int reads;
  private final int writes;
  private final double theta;
  private final Pool drawn;

  /**
   * Creates the workload. It draws each transaction when a run first needs the transaction.
   *
   * @param keys number of keys, at least {@code reads}
   * @param reads number of keys that a transaction reads, 1 or more
   * @param writes number of these keys that the transaction also writes
   * @param theta Zipf's exponent; 0 is uniform
   */
  AccessMix(int keys, int reads, int writes, double theta, long seed) {
    this.keys = keys;
    this.reads = reads;
    this.writes = writes;
    this.theta = theta;
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    ZipfIds ids = new ZipfIds(random, keys, theta);
    drawn = new Pool(ids, random, reads, new Additions(writes));
  }

  private static Key key(int id) {
    return Key.of(TABLE, id);
  }

  @Override
  public String name() {
    return "mix";
  }

  @Override
  public String description() {
    return String.format(
        Locale.ROOT,
        "%,d keys; each transaction reads %d and writes %d of them; Zipf %s",
        keys,
        reads,
        writes,
        theta);
  }

  @Override
  public List<Procedure<?, ?>> procedures() {
    return List.of(new Additions(writes), Load.PROCEDURE, Sum.PROCEDURE);
  }

  @Override
  public Iterable<ProcedureInvocation<?, ?>> load() {
    List<ProcedureInvocation<?, ?>> calls = new ArrayList<>();
    for (Span span : Span.cover(keys, KEYS_PER_CALL)) {
      calls.add(new ProcedureInvocation<>(Load.PROCEDURE, span));
    }
    return calls;
  }

  @Override
  public WorkloadRun begin(int clients) {
    return new Run(keys, writes, drawn, clients);
  }

  /**
   * The transactions that were drawn so far. All runs use the same transactions. Only one thread
   * may use the object.
   */
  private static final class Pool {
    private final ZipfIds ids;
    private final UniformRandomProvider random;
    private final int reads;
    private final Additions additions;
    private final List<ProcedureInvocation<int[], Long>> drawn = new ArrayList<>();

    Pool(ZipfIds ids, UniformRandomProvider random, int reads, Additions additions) {
      this.ids = ids;
      this.random = random;
      this.reads = reads;
      this.additions = additions;
    }

    ProcedureInvocation<int[], Long> get(int number) {
      while (drawn.size() <= number) {
        drawn.add(draw());
      }
      return drawn.get(number);
    }

    private ProcedureInvocation<int[], Long> draw() {
      int[] picked = new int[reads];
      ids.fillDistinct(picked);
      // The keys are shuffled, because a draw without replacement tends to put the popular keys
      // first.
      for (int i = reads - 1; i > 0; i--) {
        int j = random.nextInt(i + 1);
        int id = picked[i];
        picked[i] = picked[j];
        picked[j] = id;
      }
      return new ProcedureInvocation<>(additions, picked);
    }
  }

  /**
   * Reads keys and adds 1 to some of them. The argument consists of the keys, the written keys
   * first.
   */
  private record Additions(int writes) implements Procedure<int[], Long> {
    @Override
    public String name() {
      return "mix.add";
    }

    @Override
    public void declare(int[] picked, KeyDeclaration to) {
      for (int i = 0; i < picked.length; i++) {
        if (i < writes) {
          to.update(key(picked[i]));
        } else {
          to.read(key(picked[i]));
        }
      }
    }

    @Override
    public Long execute(int[] picked, Transaction transaction) {
      long sum = 0;
      for (int i = 0; i < picked.length; i++) {
        Key key = key(picked[i]);
        long value = transaction.getLong(key);
        if (i < writes) {
          transaction.putLong(key, value + 1);
        }
        sum += value;
      }
      return sum;
    }
  }

  private record Load() implements Procedure<Span, Long> {
    static final Load PROCEDURE = new Load();

    @Override
    public String name() {
      return "mix.load";
    }

    @Override
    public void declare(Span span, KeyDeclaration to) {
      for (int i = 0; i < span.count(); i++) {
        to.write(key(span.first() + i));
      }
    }

    @Override
    public Long execute(Span span, Transaction transaction) {
      for (int i = 0; i < span.count(); i++) {
        transaction.putLong(key(span.first() + i), 0);
      }
      return 0L;
    }
  }

  private record Sum() implements Procedure<Span, Long> {
    static final Sum PROCEDURE = new Sum();

    @Override
    public String name() {
      return "mix.sum";
    }

    @Override
    public void declare(Span span, KeyDeclaration to) {
      for (int i = 0; i < span.count(); i++) {
        to.read(key(span.first() + i));
      }
    }

    @Override
    public Long execute(Span span, Transaction transaction) {
      long sum = 0;
      for (int i = 0; i < span.count(); i++) {
        sum += transaction.getLong(key(span.first() + i));
      }
      return sum;
    }
  }

  private static final class Run implements WorkloadRun {
    private final int keys;
    private final int writes;
    private final List<Client> clients = new ArrayList<>();

    Run(int keys, int writes, Pool drawn, int count) {
      this.keys = keys;
      this.writes = writes;
      for (int client = 0; client < count; client++) {
        clients.add(new Client(drawn, DrawnCalls.POOL_SIZE / count * client));
      }
    }

    @Override
    public ClientStream client(int index) {
      return clients.get(index);
    }

    @Override
    public Optional<String> brokenInvariant(TransactionService service) {
      long expected = clients.stream().mapToLong(client -> client.committed).sum() * writes;
      long sum = 0;
      for (Span span : Span.cover(keys, KEYS_PER_CALL)) {
        Outcome<Long> outcome = service.submit(Sum.PROCEDURE, span).toCompletableFuture().join();
        sum += ((Outcome.Committed<Long>) outcome).value();
      }
      return sum == expected
          ? Optional.empty()
          : Optional.of("the values sum up to " + sum + ", not to " + expected);
    }
  }

  private static final class Client implements ClientStream {
    private final Pool drawn;
    private int next;
    private long committed;

    Client(Pool drawn, int first) {
      this.drawn = drawn;
      this.next = first;
    }

    @Override
    public ProcedureInvocation<?, ?> next() {
      ProcedureInvocation<?, ?> call = drawn.get(next);
      next = (next + 1) % DrawnCalls.POOL_SIZE;
      return call;
    }

    @Override
    public void committed(ProcedureInvocation<?, ?> call, Outcome.Committed<?> outcome) {
      committed++;
    }
  }
}
