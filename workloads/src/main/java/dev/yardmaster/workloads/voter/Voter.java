package dev.yardmaster.workloads.voter;

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
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The workload Voter. Each transaction updates one of a few contestants, which are therefore hot.
 * The invariant: the total votes of all contestants, and also of all callers, are the number of
 * committed transactions, and no caller has more votes than allowed.
 */
public final class Voter implements WorkloadDefinition {

  private static final WorkloadOption CONTESTANTS =
      WorkloadOption.whole("contestants", 1, 10_000, 6, "number of contestants");
  private static final WorkloadOption CALLERS =
      WorkloadOption.whole("callers", 1, 100_000_000, 1_000_000, "number of telephones");
  private static final WorkloadOption MAX_VOTES =
      WorkloadOption.whole("max-votes", 1, 1_000_000, 2, "allowed votes of a telephone");

  /** Creates the workload. A {@code ServiceLoader} needs this constructor. */
  public Voter() {}

  @Override
  public String name() {
    return "voter";
  }

  @Override
  public String description() {
    return "votes for a few contestants, a limited number for each telephone";
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(CONTESTANTS, CALLERS, MAX_VOTES);
  }

  @Override
  public List<Procedure<?, ?>> procedures() {
    return List.of(Vote.PROCEDURE);
  }

  @Override
  public Stream<WorkloadEntry> entries(WorkloadSettings settings, RandomInputs random) {
    return IntStream.range(0, settings.whole(CONTESTANTS))
        .mapToObj(
            id ->
                WorkloadEntry.of(Vote.CONTESTANTS, id, new Vote.Contestant("contestant " + id, 0)));
  }

  @Override
  public ProcedureInvocation<?, ?> draw(WorkloadSettings settings, RandomInputs random) {
    return new ProcedureInvocation<>(
        Vote.PROCEDURE,
        new Vote.Call(
            random.nextInt(settings.whole(CALLERS)),
            random.nextInt(settings.whole(CONTESTANTS)),
            settings.whole(MAX_VOTES)));
  }

  @Override
  public Optional<String> brokenInvariant(
      WorkloadSettings settings, TransactionService service, Commits commits) {
    long[] votes = {0, 0, 0};
    Entries.forEach(
        service, Vote.CONTESTANTS, contestant -> votes[0] += contestant.value().votes());
    Entries.forEach(
        service,
        Vote.CALLERS,
        caller -> {
          votes[1] += caller.value().votes();
          votes[2] = Math.max(votes[2], caller.value().votes());
        });
    long committed = commits.count(Vote.PROCEDURE);
    return votes[0] == committed && votes[1] == committed && votes[2] <= settings.whole(MAX_VOTES)
        ? Optional.empty()
        : Optional.of(
            String.format(
                "contestants have %d votes, callers %d, one caller %d; %d votes committed",
                votes[0], votes[1], votes[2], committed));
  }
}
