package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.index.Observation;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * Bugs that a protocol could have. Each is planted from outside, in the words in front of the
 * records and in the sets of the transaction; so this knows layouts that only protocols should.
 */
enum PlantedBug {

  /** Reads are taken to be as they were: what is locked or changed goes unnoticed. */
  READS_ARE_NOT_VALIDATED("silo", "tictoc", "rocc", "lrv") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        @Override
        public boolean validate() {
          reads(worker).forEach(access -> access.seen = Records.word(access.slab(), access.at()));
          return real.validate();
        }
      };
    }
  },

  /** Keys and ranges that were missing are taken to be so still. */
  NODES_ARE_NOT_VALIDATED("silo", "tictoc", "no-wait", "wait-die", "wound-wait", "rocc", "lrv") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        @Override
        public boolean validate() {
          worker.nodes().clear();
          return real.validate();
        }
      };
    }
  },

  /** Nobody learns as of when keys and ranges were found missing. */
  NODES_ARE_NOT_STAMPED("tictoc", "multi-version") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        @Override
        public long readStamp() {
          return 0;
        }

        @Override
        public boolean validate() {
          List<Observation> nodes = new ArrayList<>();
          for (int i = 0; i < worker.nodes().size(); i++) {
            Observation node = new Observation();
            node.copyFrom(worker.nodes().get(i));
            nodes.add(node);
          }
          worker.nodes().clear();
          return real.validate() && nodes.stream().allMatch(Observation::isUnchanged);
        }
      };
    }
  },

  /** Nobody learns as of when a record was read. */
  READ_TIMESTAMPS_ARE_NOT_RAISED("tictoc", "multi-version", "mvrcc") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        @Override
        public boolean validate() {
          List<Access> reads = reads(worker);
          long[] before = reads.stream().mapToLong(this::readTimestamp).toArray();
          boolean valid = real.validate();
          for (int i = 0; i < before.length; i++) {
            Records.setWord(slabOfRead(reads.get(i)), atOfRead(reads.get(i)), before[i]);
          }
          return valid;
        }

        private long readTimestamp(Access access) {
          return Records.sharedWord(slabOfRead(access), atOfRead(access));
        }

        private boolean isVersion(Access access) {
          return access.table().versions() != null && access.seen >= 0;
        }

        private long[] slabOfRead(Access access) {
          return isVersion(access)
              ? access.table().versions().slab((int) access.seen)
              : access.slab();
        }

        private int atOfRead(Access access) {
          return 1
              + (isVersion(access) ? access.table().versions().at((int) access.seen) : access.at());
        }
      };
    }
  },

  /** What others have written to a range that was scanned goes unnoticed. */
  RANGES_ARE_NOT_VALIDATED("rocc", "gwv", "mvrcc") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        @Override
        public RangeReader ranges() {
          return new UnnoticedRanges(real.ranges());
        }
      };
    }
  },

  /** A read lock is given back as soon as the row has been read. */
  READ_LOCKS_ARE_SHORT("no-wait", "wait-die", "wound-wait") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        @Override
        public void read(Access access) {
          real.read(access);
          Records.clearBits(access.slab(), access.at() + 2, 1L << worker.worker());
          access.held = 0;
        }
      };
    }
  },

  /** A record whose entry is removed can still be written by those who have found it before. */
  BURIED_RECORDS_LIVE(
      "silo", "tictoc", "no-wait", "wait-die", "wound-wait", "multi-version", "rocc", "mvrcc") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new BuriesAlive(real, worker);
    }
  },

  /** A key that is removed forgets its last version. */
  BURIED_VERSIONS_ARE_FORGOTTEN("silo", "tictoc", "no-wait", "multi-version") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        @Override
        public long bury(Table table, int record) {
          return Math.min(0, real.bury(table, record));
        }
      };
    }
  },

  /** Nobody knows of transactions that run: what they still need is taken away. */
  RUNNING_TRANSACTIONS_ARE_NOT_KNOWN("multi-version", "mvrcc") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        @Override
        public void begin(Attempt attempt) {
          real.begin(attempt);
          real.abort(); // has nothing to undo, but says that it has ended
        }
      };
    }
  },

  /** Whoever makes a key's record takes it to be untouched, whoever came in between. */
  MADE_RECORDS_ARE_TRUSTED("silo", "tictoc", "rocc", "gwv", "lrv") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new TrustsMadeRecords(real, worker, 3);
    }
  },

  /**
   * The same under locks, whose word is another. With many versions nothing rests on it: who has
   * missed the key has raised the stamp, so nobody earlier gets in, and what is later is not seen.
   */
  MADE_RECORDS_ARE_TRUSTED_UNDER_LOCKS("no-wait", "wait-die", "wound-wait") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new TrustsMadeRecords(real, worker, 2);
    }
  };

  @SuppressWarnings("ImmutableEnumChecker") // List.of gives one that is.
  private final List<String> protocols;

  PlantedBug(String... protocols) {
    this.protocols = List.of(protocols);
  }

  /** The protocols that it can be planted in. */
  List<String> protocols() {
    return protocols;
  }

  abstract ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker);

  /** What the present transaction has read and does not write. */
  private static List<Access> reads(WorkerContext worker) {
    List<Access> reads = new ArrayList<>();
    for (int i = 0; i < worker.accesses().size(); i++) {
      Access access = worker.accesses().get(i);
      if (!access.isWrite() && !AccessSet.isMissing(access)) {
        reads.add(access);
      }
    }
    return reads;
  }
}
