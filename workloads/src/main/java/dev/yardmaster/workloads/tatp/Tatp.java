package dev.yardmaster.workloads.tatp;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.workloads.Commits;
import dev.yardmaster.workloads.Entries;
import dev.yardmaster.workloads.ProcedureInvocation;
import dev.yardmaster.workloads.RandomInputs;
import dev.yardmaster.workloads.WorkloadDefinition;
import dev.yardmaster.workloads.WorkloadEntry;
import dev.yardmaster.workloads.WorkloadOption;
import dev.yardmaster.workloads.WorkloadSettings;
import dev.yardmaster.workloads.tatp.TatpTables.AccessInfo;
import dev.yardmaster.workloads.tatp.TatpTables.Facility;
import dev.yardmaster.workloads.tatp.TatpTables.Forwarding;
import dev.yardmaster.workloads.tatp.TatpTables.Subscriber;
import dev.yardmaster.workloads.tatp.TatpTables.SubscriberId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The workload TATP. Subscribers are drawn from the specification's non-uniform distribution. The
 * invariant: the number of forwardings is the initial number plus the committed insertions minus
 * the committed deletions, and no other table has gained or lost a row.
 */
public final class Tatp implements WorkloadDefinition {

  /** The time between the start times of two forwardings, in hours. */
  static final int HOURS = 8;

  /** The mask of values with one byte. */
  static final int BYTE = 0xff;

  private static final int TYPES = 4;
  private static final int STARTS = 3;
  private static final int PERCENT = 100;
  private static final int ACTIVE_PERCENT = 85;

  private static final WorkloadOption SUBSCRIBERS =
      WorkloadOption.whole("subscribers", 1, 10_000_000, 100_000, "number of subscribers");

  /** Creates the workload. A {@code ServiceLoader} needs this constructor. */
  public Tatp() {}

  @Override
  public String name() {
    return "tatp";
  }

  @Override
  public String description() {
    return "a home location register; 35 % GetSubscriberData, 10 % GetNewDestination, 35 %"
        + " GetAccessData, 2 % UpdateSubscriberData, 14 % UpdateLocation, 2 % each of"
        + " InsertCallForwarding and DeleteCallForwarding";
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(SUBSCRIBERS);
  }

  @Override
  public List<Procedure<?, ?>> procedures() {
    return List.of(
        TatpTransactions.GET_SUBSCRIBER_DATA,
        TatpTransactions.GET_NEW_DESTINATION,
        TatpTransactions.GET_ACCESS_DATA,
        TatpTransactions.UPDATE_SUBSCRIBER_DATA,
        TatpTransactions.UPDATE_LOCATION,
        TatpTransactions.INSERT_CALL_FORWARDING,
        TatpTransactions.DELETE_CALL_FORWARDING);
  }

  @Override
  public Stream<WorkloadEntry> entries(WorkloadSettings settings, RandomInputs random) {
    return IntStream.rangeClosed(1, settings.whole(SUBSCRIBERS))
        .boxed()
        .flatMap(subscriber -> rowsOf(subscriber, random).stream());
  }

  private static List<WorkloadEntry> rowsOf(int subscriber, RandomInputs random) {
    List<WorkloadEntry> rows = new ArrayList<>();
    rows.add(
        WorkloadEntry.of(
            TatpTables.SUBSCRIBERS,
            subscriber,
            new Subscriber(
                random.nextBoolean(),
                random.nextInt(1 << TYPES),
                random.nextInt(BYTE + 1),
                random.nextInt(),
                random.nextInt())));
    rows.add(
        WorkloadEntry.of(
            TatpTables.NUMBERS, TatpTables.number(subscriber), new SubscriberId(subscriber)));
    int firstAccess = random.nextInt(TYPES);
    int firstFacility = random.nextInt(TYPES);
    int accesses = 1 + random.nextInt(TYPES);
    int facilities = 1 + random.nextInt(TYPES);
    for (int i = 0; i < accesses; i++) {
      rows.add(
          new WorkloadEntry(
              TatpTables.access(subscriber, 1 + (firstAccess + i) % TYPES),
              TatpTables.ACCESS.encode(
                  new AccessInfo(
                      random.nextInt(BYTE + 1), random.nextInt(BYTE + 1), "ABC", "ABCDE"))));
    }
    for (int i = 0; i < facilities; i++) {
      int type = 1 + (firstFacility + i) % TYPES;
      boolean active = random.nextInt(PERCENT) < ACTIVE_PERCENT;
      rows.add(
          new WorkloadEntry(
              TatpTables.facility(subscriber, type),
              TatpTables.FACILITIES.encode(
                  new Facility(
                      active, random.nextInt(BYTE + 1), random.nextInt(BYTE + 1), "ABCDE"))));
      int forwardings = random.nextInt(STARTS + 1);
      for (int start = 0; start < forwardings; start++) {
        rows.add(
            new WorkloadEntry(
                TatpTables.forwarding(subscriber, type, start * HOURS),
                TatpTables.FORWARDINGS.encode(
                    new Forwarding(
                        start * HOURS + 1 + random.nextInt(HOURS),
                        TatpTables.number(subscriber)))));
      }
    }
    return rows;
  }

  @Override
  public ProcedureInvocation<?, ?> draw(WorkloadSettings settings, RandomInputs random) {
    int startTime = random.nextInt(STARTS) * HOURS;
    TatpProcedure.Argument argument =
        new TatpProcedure.Argument(
            subscriber(settings.whole(SUBSCRIBERS), random),
            1 + random.nextInt(TYPES),
            startTime,
            startTime + 1 + random.nextInt(HOURS),
            random.nextInt(Integer.MAX_VALUE));
    return new ProcedureInvocation<>(transaction(random.nextInt(PERCENT)), argument);
  }

  /**
   * Draws a subscriber by the function {@code NURand} of the specification, which draws some
   * subscribers more often than others.
   */
  private static long subscriber(int subscribers, RandomInputs random) {
    int mask = subscribers <= 1_000_000 ? 65_535 : 1_048_575;
    return 1L + (random.nextInt(mask + 1) | random.nextInt(subscribers)) % subscribers;
  }

  private static TatpProcedure transaction(int percent) {
    if (percent < 35) {
      return TatpTransactions.GET_SUBSCRIBER_DATA;
    } else if (percent < 45) {
      return TatpTransactions.GET_NEW_DESTINATION;
    } else if (percent < 80) {
      return TatpTransactions.GET_ACCESS_DATA;
    } else if (percent < 82) {
      return TatpTransactions.UPDATE_SUBSCRIBER_DATA;
    } else if (percent < 96) {
      return TatpTransactions.UPDATE_LOCATION;
    }
    return percent < 98
        ? TatpTransactions.INSERT_CALL_FORWARDING
        : TatpTransactions.DELETE_CALL_FORWARDING;
  }

  @Override
  public Optional<String> brokenInvariant(
      WorkloadSettings settings, TransactionService service, Commits commits) {
    long[] initial = {0, 0};
    entries(settings, settings.random())
        .forEach(
            entry -> initial[entry.key().table().equals(TatpTables.FORWARDINGS.name()) ? 0 : 1]++);
    long forwardings =
        initial[0]
            + commits.sum(TatpTransactions.INSERT_CALL_FORWARDING)
            + commits.sum(TatpTransactions.DELETE_CALL_FORWARDING);
    long stored = Entries.count(service, TatpTables.FORWARDINGS);
    long others =
        Stream.of(
                TatpTables.SUBSCRIBERS,
                TatpTables.NUMBERS,
                TatpTables.ACCESS,
                TatpTables.FACILITIES)
            .mapToLong(table -> Entries.count(service, table))
            .sum();
    return stored == forwardings && others == initial[1]
        ? Optional.empty()
        : Optional.of(
            String.format(
                "%d forwardings instead of %d, %d other rows instead of %d",
                stored, forwardings, others, initial[1]));
  }
}
