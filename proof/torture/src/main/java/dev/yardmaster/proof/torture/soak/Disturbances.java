package dev.yardmaster.proof.torture.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Disturbs the clients and the server, one disturbance after the other, each kind equally often in
 * random order. A disturbance that lasts ends by {@link #calm}, or when its time has passed. For
 * one thread.
 */
final class Disturbances {

  /** The largest step of the wall clock: ids from 10 s ahead of the server's clock are refused. */
  static final int MAX_STEP_MS = 4_000;

  private static final int MAX_LENGTH_MS = 1_500;
  private static final String ANY_FILE = "";
  private static final String CHECKPOINTS = "checkpoint-";

  private enum Kind {
    RESETS,
    SLOW_READERS,
    FULL_DISKS,
    FULL_CHECKPOINTS,
    CLOCK_STEPS;

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  private final SoakLoad load;
  private final int clients;
  private final long everyNs;
  private final SplittableRandom random;
  private final List<Kind> next = new ArrayList<>();
  private final Map<String, Integer> counts = new TreeMap<>();

  private long nextNs;
  private long endNs;

  /** Ends the disturbance that lasts; null if none lasts. */
  private Runnable end;

  Disturbances(SoakLoad load, SoakPlan plan, SplittableRandom random) {
    this.load = load;
    this.clients = plan.clients();
    this.everyNs = plan.disturbEveryNs();
    this.random = random;
  }

  /** Begins or ends a disturbance if its time has come. */
  void run(long nowNs, Consumer<String> server) {
    if (end != null && nowNs - endNs >= 0) {
      calm();
      nextNs = nowNs + everyNs / 2 + random.nextLong(everyNs);
    } else if (end == null && nowNs - nextNs >= 0) {
      endNs = nowNs + Math.min(everyNs, 1_000_000L * (1 + random.nextInt(MAX_LENGTH_MS)));
      nextNs = nowNs + everyNs / 2 + random.nextLong(everyNs);
      begin(draw(), server);
    }
  }

  private Kind draw() {
    if (next.isEmpty()) {
      next.addAll(List.of(Kind.values()));
    }
    return next.remove(random.nextInt(next.size()));
  }

  private void begin(Kind kind, Consumer<String> server) {
    counts.merge(kind.text(), 1, Integer::sum);
    int client = random.nextInt(clients);
    switch (kind) {
      case RESETS -> load.reset(client);
      case SLOW_READERS -> {
        boolean resets = random.nextBoolean();
        load.stall(client);
        end =
            () -> {
              if (resets) {
                load.reset(client);
              }
              load.resume(client);
            };
      }
      case FULL_DISKS -> fill(ANY_FILE, server);
      case FULL_CHECKPOINTS -> fill(CHECKPOINTS, server);
      case CLOCK_STEPS ->
          server.accept(SoakLine.CLOCK + ' ' + random.nextInt(-MAX_STEP_MS, MAX_STEP_MS + 1));
    }
  }

  private void fill(String prefix, Consumer<String> server) {
    server.accept(SoakLine.FILL + ' ' + prefix);
    end = () -> server.accept(SoakLine.EMPTY);
  }

  /** Ends the disturbance that lasts. */
  void calm() {
    if (end != null) {
      end.run();
      end = null;
    }
  }

  /** Returns the number of disturbances of each kind. */
  Map<String, Integer> counts() {
    return counts;
  }
}
