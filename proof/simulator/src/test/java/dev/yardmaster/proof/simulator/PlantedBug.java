package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.coordinator.CallerReads;
import dev.yardmaster.proof.simulator.scenario.LinkDelay;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.scenario.Scenarios;
import dev.yardmaster.proof.simulator.schedule.CallerTask;
import dev.yardmaster.proof.simulator.schedule.Scheduler;
import dev.yardmaster.proof.simulator.schedule.SimulatedLink;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.storage.ReadSet;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.ForwardingTable;
import dev.yardmaster.validator.CommittedVersions;
import dev.yardmaster.validator.LogicalRanges;
import dev.yardmaster.validator.Reservations;
import dev.yardmaster.validator.ValidationRequest;
import dev.yardmaster.validator.Watermark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** Bugs that tests plant in a pipeline. Each bug breaks one part. */
enum PlantedBug {
  IGNORES_READS("the validator ignores 1 % of the reads", Sign.WRONG_READ, 25) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public CommittedVersions committedVersions(int entries) {
          return new CommittedVersions(scenario.tableEntries(entries)) {
            @Override
            public long newest(long fingerprint) {
              return random().nextInt(100) == 0 ? 0 : super.newest(fingerprint);
            }

            @Override
            public long newestConcurrently(long fingerprint) {
              return random().nextInt(100) == 0 ? 0 : super.newestConcurrently(fingerprint);
            }
          };
        }
      };
    }
  },

  IGNORES_WRITES("the validator ignores 1 % of the writes", Sign.WRONG_READ, 15) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public CommittedVersions committedVersions(int entries) {
          return new CommittedVersions(scenario.tableEntries(entries)) {
            @Override
            public int committed(long fingerprint, long version) {
              long recorded = random().nextInt(100) > 0 ? fingerprint : ~fingerprint;
              return super.committed(recorded, version);
            }
          };
        }
      };
    }
  },

  EDGES_REVERSED(
      "the conflict graph's edges point the other way", "survivors of the reorderer", 10) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public AccessSets accessSets() {
          return new AccessSets() {
            @Override
            public void reads(long[] keys, int count) {
              super.writes(keys, count);
            }

            @Override
            public void writes(long[] keys, int count) {
              super.reads(keys, count);
            }
          };
        }
      };
    }
  },

  FINAL_VALIDATION_SKIPPED(
      "survivors of the reorderer are not validated again", Sign.WRONG_READ, 10) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public CommittedVersions committedVersions(int entries) {
          boolean reordering = scenario.config().mode().validatorReordering();
          return new CommittedVersions(scenario.tableEntries(entries)) {
            @Override
            public long newest(long fingerprint) {
              return reordering ? 0 : super.newest(fingerprint);
            }
          };
        }
      };
    }
  },

  LOWER_VERSION_WINS("a lower version overwrites a higher one at storage", Sign.WRONG_READ, 8) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public VersionedStore store() {
          return new BrokenStore() {
            private final Map<Key, Entry> overwritten = new HashMap<>();

            @Override
            public boolean write(Key key, long fingerprint, byte[] value, long version) {
              Entry stored = super.get(key, fingerprint);
              if (stored != null && version < stored.version()) {
                overwritten.put(key, new OldEntry(key, value, version));
                return true;
              }
              overwritten.remove(key);
              return super.write(key, fingerprint, value, version);
            }

            @Override
            public Entry get(Key key, long fingerprint) {
              Entry old = overwritten.get(key);
              return old == null ? super.get(key, fingerprint) : old;
            }
          };
        }
      };
    }
  },

  WATERMARK_ONE_TOO_HIGH(
      "the watermark covers a version that is not installed", Sign.WRONG_READ, 8) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public Watermark watermark(int window) {
          return new Watermark(window) {
            @Override
            public long get() {
              return super.get() + 1;
            }
          };
        }
      };
    }
  },

  CALLER_READ_MARKED_LATE(
      "a caller's read counts as the newest up to a later watermark", Sign.WRONG_READ, 16) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public CallerReads callerReads(
            List<VersionedStore> shards, Watermark watermark, int maxKeys) {
          return new CallerReads(shards, watermark, maxKeys, this::fingerprints) {
            @Override
            protected boolean read(Key key, ReadSet reads) {
              boolean done = super.read(key, reads);
              for (int steps = 0; steps < 5; steps++) {
                CallerTask.waitForTurn(0, () -> true);
              }
              if (done) {
                int last = reads.size() - 1;
                reads.found(last, reads.value(last), reads.version(last), watermark.get());
              }
              return done;
            }
          };
        }
      };
    }
  },

  CALLER_READ_MISSES_ITS_KEY("a caller's read misses one key in 50", Sign.WRONG_READ, 2) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public CallerReads callerReads(
            List<VersionedStore> shards, Watermark watermark, int maxKeys) {
          return new CallerReads(shards, watermark, maxKeys, this::fingerprints) {
            @Override
            protected boolean read(Key key, ReadSet reads) {
              boolean done = super.read(key, reads);
              if (done && random().nextInt(50) == 0) {
                reads.found(reads.size() - 1, null, 0, installedThrough());
              }
              return done;
            }
          };
        }
      };
    }
  },

  WRITES_NOT_REGISTERED(
      "1 in 10 writes is not registered in its logical range", Sign.WRONG_READ, 14) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public LogicalRanges logicalRanges(Watermark watermark) {
          return new LogicalRanges(watermark) {
            @Override
            protected void committed(Key key, long version) {
              if (random().nextInt(10) > 0) {
                super.committed(key, version);
              }
            }
          };
        }
      };
    }
  },

  RANGE_MARK_TOO_HIGH(
      "a scan treats one version of a range as installed that is not", Sign.WRONG_READ, 14) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public LogicalRanges logicalRanges(Watermark watermark) {
          return new LogicalRanges(watermark) {
            @Override
            public void find(Key key, boolean below, Sink sink) {
              super.find(
                  key,
                  below,
                  (low, high, installedThrough) -> sink.found(low, high, installedThrough + 1));
            }
          };
        }
      };
    }
  },

  SCAN_LEAVES_ENTRIES_OUT("1 in 50 entries is omitted in scans", Sign.WRONG_READ, 25) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public VersionedStore store() {
          return new BrokenStore() {
            @Override
            public void entries(Key from, Key to, boolean backward, Visitor visitor) {
              super.entries(
                  from, to, backward, entry -> random().nextInt(50) == 0 || visitor.visit(entry));
            }
          };
        }
      };
    }
  },

  TOMBSTONE_PURGED_EARLY(
      "a tombstone is purged before older writes have arrived", Sign.WRONG_READ, 8) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public VersionedStore store() {
          return new BrokenStore() {
            @Override
            public void release(long horizon) {
              super.release(Long.MAX_VALUE);
            }
          };
        }
      };
    }
  },

  SNAPSHOT_READS_ABOVE_ITS_VERSION(
      "a snapshot reads one key in 10 at its newest version", Sign.WRONG_SNAPSHOT, 14) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public VersionedStore store() {
          return new BrokenStore() {
            @Override
            public Entry getAsOf(Key key, long fingerprint, long version) {
              return random().nextInt(10) == 0
                  ? get(key, fingerprint)
                  : super.getAsOf(key, fingerprint, version);
            }
          };
        }
      };
    }
  },

  HORIZON_IGNORES_SNAPSHOTS(
      "old values are released although a snapshot needs them", Sign.WRONG_SNAPSHOT, 14) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        private Watermark mark;

        @Override
        public Watermark watermark(int window) {
          mark = super.watermark(window);
          return mark;
        }

        @Override
        public VersionedStore store() {
          return new BrokenStore() {
            @Override
            public void release(long horizon) {
              super.release(mark.get());
            }
          };
        }
      };
    }
  },

  SNAPSHOT_BEFORE_VALUES_ARE_KEPT(
      "a shard begins to keep replaced values later than it says", Sign.WRONG_SNAPSHOT, 14) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public VersionedStore store() {
          return new BrokenStore() {
            private int calls;

            @Override
            public void keepReplaced(boolean on) {
              calls = on ? calls + 1 : 0;
              super.keepReplaced(calls > 1_000);
            }
          };
        }
      };
    }
  },

  REPAIR_WITH_AN_OLD_VALUE("a repair uses values one version old", Sign.WRONG_READ, 8) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public CommittedVersions committedVersions(int entries) {
          return new LateVersions(scenario.tableEntries(entries)) {
            @Override
            protected byte[] value(int entry) {
              return valueBefore(entry);
            }
          };
        }
      };
    }
  },

  REPAIR_OUT_OF_ORDER(
      "a repair is placed before the last commit, not after it", Sign.WRONG_READ, 8) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public CommittedVersions committedVersions(int entries) {
          return new LateVersions(scenario.tableEntries(entries)) {
            @Override
            protected byte[] value(int entry) {
              return isLast(entry) ? valueBefore(entry) : super.value(entry);
            }

            @Override
            protected long version(int entry) {
              return isLast(entry) ? versionBefore(entry) : super.version(entry);
            }
          };
        }
      };
    }
  },

  REPAIR_KEEPS_FIRST_WRITE("a repaired write keeps its first value", Sign.WRONG_WRITE, 8) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public WriteSet writeSet() {
          return new WriteSet() {
            @Override
            public void exchange(WriteSet other) {
              super.exchange(other);
              for (int i = 0; i < size(); i++) {
                int first = other.find(key(i));
                if (first >= 0 && other.isWritten(first) && isWritten(i)) {
                  write(i, other.value(first));
                }
              }
            }
          };
        }
      };
    }
  },

  REPAIR_IGNORES_RESERVATIONS(
      "a repaired run may write keys that are reserved for another transaction",
      Sign.TOO_MANY_ATTEMPTS,
      6) {
    @Override
    Scenario scenario(long seed) {
      return Scenarios.drawDiverting(seed);
    }

    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public Reservations reservations(long longestNs, Watermark watermark) {
          return new Reservations(longestNs, watermark, clock()) {
            @Override
            protected long blockerOf(ValidationRequest request) {
              return request.isRepaired() ? ValidationRequest.NONE : super.blockerOf(request);
            }
          };
        }
      };
    }
  },

  OUTCOME_NOT_FOUND("storage does not find one outcome of an id in 4", Sign.SECOND_OUTCOME, 8) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public VersionedStore store() {
          return new BrokenStore() {
            @Override
            public Entry get(Key key, long fingerprint) {
              boolean missed = key.isReserved() && random().nextInt(4) == 0;
              return missed ? null : super.get(key, fingerprint);
            }
          };
        }
      };
    }
  },

  OUTCOMES_FORGOTTEN_EARLY(
      "outcomes are removed before the horizon has been raised", Sign.SECOND_OUTCOME, 8) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public VersionedStore store() {
          return new BrokenStore() {
            @Override
            public int forget(Key from, Key to, int most) {
              TransactionId last = new TransactionId(TransactionId.MAX_CREATED_MS, 0, 0);
              return super.forget(from, last.outcomeKey(), most);
            }
          };
        }
      };
    }
  },

  DUPLICATE_VERSION("one commit version in 100 is issued twice", "duplicate version", 10) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public Watermark watermark(int window) {
          return new Watermark(window) {
            @Override
            protected long issue() {
              boolean again = lastIssued() > 0 && random().nextInt(100) == 0;
              return again ? lastIssued() : super.issue();
            }
          };
        }
      };
    }
  },

  LOG_NOT_FORCED(DiskBug.LOG_NOT_FORCED, 8),
  ANSWERED_BEFORE_FORCED(DiskBug.ANSWERED_BEFORE_FORCED, 1),
  NAMES_NOT_FORCED(DiskBug.NAMES_NOT_FORCED, 8),
  CHECKPOINT_COUNTS_EARLY(DiskBug.CHECKPOINT_COUNTS_EARLY, 18),
  CHECKPOINT_NOT_FORCED(DiskBug.CHECKPOINT_NOT_FORCED, 19),
  RECOVERY_TRUSTS_WHAT_IT_FINDS(DiskBug.RECOVERY_TRUSTS_WHAT_IT_FINDS, 10),

  LOG_OUT_OF_ORDER("the log is not in commit order", Sign.LOST, 14) {
    @Override
    Scenario scenario(long seed) {
      return ShortLives.draw(seed);
    }

    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public <E> Queue<E> orderedLink(int capacity) {
          LinkDelay any = new LinkDelay(Math.max(1_000, scenario.delay().maxNs()), true);
          SimulatedLink<E> link = new SimulatedLink<>(scheduler, any, capacity);
          scheduler.add(link);
          return link;
        }
      };
    }
  },

  FLUSH_LACKS_A_WRITE("1 in 20 writes does not reach the table on disk", Sign.LOST, 3) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public DiskTable table(Path folder, long cacheBytes) {
          return new ForwardingTable(super.table(folder, cacheBytes)) {
            @Override
            public void put(Key key, byte[] value, long version) throws IOException {
              if (random().nextInt(20) > 0) {
                super.put(key, value, version);
              }
            }
          };
        }
      };
    }
  },

  TABLE_READ_STALE("the table on disk gives the first value of a key again", Sign.LOST, 22) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public DiskTable table(Path folder, long cacheBytes) {
          return new ForwardingTable(super.table(folder, cacheBytes)) {
            private final Map<Key, Found> given = new HashMap<>();

            @Override
            public Found get(Key key) {
              return given.computeIfAbsent(key, super::get);
            }
          };
        }
      };
    }
  },

  TABLE_ANSWERS_LATE(
      "an answer of the table is older than a value that left memory", Sign.LOST, 3) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public DiskTable table(Path folder, long cacheBytes) {
          return new ForwardingTable(super.table(folder, cacheBytes)) {
            private final Map<Key, Found> before = new HashMap<>();

            @Override
            public void put(Key key, byte[] value, long version) throws IOException {
              before.put(key, super.get(key));
              super.put(key, value, version);
            }

            @Override
            public Found get(Key key) {
              return before.containsKey(key) ? before.remove(key) : super.get(key);
            }
          };
        }
      };
    }
  },

  LOG_NOT_REPEATED("a start does not repeat the log above the table's state", Sign.LOST, 1) {
    @Override
    Scenario scenario(long seed) {
      return ShortLives.draw(seed);
    }

    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public DiskTable table(Path folder, long cacheBytes) {
          return new ForwardingTable(super.table(folder, cacheBytes)) {
            @Override
            public State state() {
              State state = super.state();
              return state.version() == 0
                  ? state
                  : new State(state.version() + 20, state.completeFrom(), state.horizonMs());
            }
          };
        }
      };
    }
  },

  TABLE_AHEAD_OF_ITS_WRITES("the table's state covers writes that it lacks", Sign.LOST, 1) {
    @Override
    SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
      return new SimulatedParts(scenario, scheduler, history) {
        @Override
        public DiskTable table(Path folder, long cacheBytes) {
          return new ForwardingTable(super.table(folder, cacheBytes)) {
            @Override
            public void commit(State state) throws IOException {
              super.commit(
                  new State(state.version() + 20, state.completeFrom(), state.horizonMs()));
            }
          };
        }
      };
    }
  };

  /** Regular expressions that match failures. */
  private static final class Sign {
    static final String WRONG_READ = "(G-single|G2|G1a|G1b|stale read|must see|found in)";
    static final String WRONG_SNAPSHOT = "(" + WRONG_READ + "|a snapshot must see)";
    static final String SECOND_OUTCOME = "(has another outcome|stale read|G-single|G2)";
    static final String LOST =
        "("
            + WRONG_READ
            + "|has a version of|at no version|found nothing of|recovery rejects the disk)";
    static final String TOO_MANY_ATTEMPTS = "attempts are the bound";
    static final String WRONG_WRITE = "(must see|found in)";
  }

  private final String words;
  private final String sign;
  private final int knownSeed;
  private final DiskBug diskBug;

  PlantedBug(String words, String sign, int knownSeed) {
    this(words, sign, knownSeed, null);
  }

  PlantedBug(String words, String sign, int knownSeed, DiskBug diskBug) {
    this.words = words;
    this.sign = sign;
    this.knownSeed = knownSeed;
    this.diskBug = diskBug;
  }

  /** Creates a bug in the use of the disk. */
  PlantedBug(DiskBug bug, int knownSeed) {
    this(bug.words(), Sign.LOST, knownSeed, bug);
  }

  /**
   * Returns a seed that caught the bug in an earlier version. A search that begins there is short.
   */
  int knownSeed() {
    return knownSeed;
  }

  /** Returns a regular expression that matches a failure of a run with the bug. */
  String sign() {
    return sign;
  }

  /** Returns a text that describes the bug. */
  String words() {
    return words;
  }

  /**
   * Returns a scenario that may reveal the bug. If the bug needs a crash, the scenario has many
   * crashes.
   */
  Scenario scenario(long seed) {
    return diskBug == null ? Scenarios.draw(seed) : ShortLives.draw(seed);
  }

  /** Returns the parts of a pipeline that has the bug. */
  SimulatedParts plant(Scenario scenario, Scheduler scheduler, HistoryLog history) {
    return new SimulatedParts(scenario, scheduler, history) {
      @Override
      public Disk disk(Path directory) {
        return diskBug.plant(super.disk(directory));
      }
    };
  }
}
