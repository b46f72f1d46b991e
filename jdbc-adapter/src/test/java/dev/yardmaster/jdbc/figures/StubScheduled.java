package dev.yardmaster.jdbc.figures;

import java.util.Map;
import java.util.Optional;

/** A database with fixed figures. */
final class StubScheduled implements ScheduledDatabase {
  private final String name;
  private final DatabaseFigures figures =
      new DatabaseFigures(
          100,
          0,
          Map.of("40001", 10L, "23505", 1L),
          10,
          4,
          6_000_000,
          2_000_000,
          0,
          Map.of(PassReason.OFF, 3L),
          0,
          0,
          0,
          0,
          0,
          0,
          true);
  boolean on = true;
  int asked;
  WaitObserver observer;

  StubScheduled(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public DatabaseFigures figures() {
    return figures;
  }

  @Override
  public boolean isOn() {
    return on;
  }

  @Override
  public void switchTo(boolean position) {
    on = position;
  }

  @Override
  public void observeWaits(WaitObserver waits) {
    observer = waits;
  }

  @Override
  public void advise() {
    asked++;
  }

  @Override
  public Optional<Advice> advice() {
    return Optional.of(new Advice(Advice.Verdict.UNCLEAR, 0, 0, 0, "asked " + asked));
  }
}
