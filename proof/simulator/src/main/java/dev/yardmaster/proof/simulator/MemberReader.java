package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.logic.SnapshotSource;
import dev.yardmaster.api.logic.SourcedSnapshot;
import dev.yardmaster.proof.simulator.schedule.CallerTask;
import dev.yardmaster.proof.simulator.workload.SnapshotInspection;
import dev.yardmaster.service.OpenSnapshot;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A client that reads snapshots on members that do not lead. The client runs on a thread of the
 * schedule.
 */
final class MemberReader implements SnapshotInspection.Results {

  private final SnapshotInspection.Results results;
  private final Supplier<ClusterMember> members;
  private final BooleanSupplier works;

  /**
   * Creates a client.
   *
   * @param members returns the member for the next snapshot
   * @param works returns whether clients work; before and after that, the client reads nothing
   */
  MemberReader(
      SnapshotInspection.Results results, Supplier<ClusterMember> members, BooleanSupplier works) {
    this.results = results;
    this.members = members;
    this.works = works;
  }

  /** Reads a number of snapshots. Stops early when the clients stop working. */
  void run(SnapshotInspection inspection, int count) {
    for (int waits = 1; !works.getAsBoolean(); waits++) {
      CallerTask.waitForTurn(waits, works);
    }
    for (int i = 0; i < count && works.getAsBoolean(); i++) {
      inspection.run(this::open);
      CallerTask.waitForTurn(0, () -> true);
    }
  }

  private Snapshot open(SnapshotOptions options) {
    ClusterMember member = members.get();
    return new SourcedSnapshot(new Source(member, await(member, member.snapshot(options))));
  }

  private static <T> T await(ClusterMember member, CompletionStage<T> stage) {
    CompletableFuture<T> future = stage.toCompletableFuture();
    for (int waits = 0; !future.isDone(); waits++) {
      if (member.isOver()) {
        throw new YardmasterException(ErrorCode.UNAVAILABLE, "the member is lost");
      }
      CallerTask.waitForTurn(waits, () -> future.isDone() || member.isOver());
    }
    try {
      return future.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof YardmasterException error ? error : e;
    }
  }

  private record Source(ClusterMember member, OpenSnapshot snapshot) implements SnapshotSource {

    @Override
    public long version() {
      return snapshot.version();
    }

    @Override
    public byte[][] values(List<Key> keys) {
      return await(member, snapshot.values(keys));
    }

    @Override
    public ScannedEntries page(Scan scan, boolean afterFirst) {
      return await(member, snapshot.page(scan, afterFirst));
    }

    @Override
    public void close() {
      snapshot.close();
    }
  }

  @Override
  public void opensSnapshot() {
    results.opensSnapshot();
  }

  @Override
  public void inspected(long cents, boolean isStrict) {
    results.inspected(cents, isStrict);
  }

  /** Ignores the error if no member leads at the moment. */
  @Override
  public void snapshotFailed(YardmasterException error) {
    if (error.code() != ErrorCode.NOT_LEADER) {
      results.snapshotFailed(error);
    }
  }
}
