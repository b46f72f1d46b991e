package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.index.Observation;
import dev.yardmaster.engine.protocol.optimistic.OptimisticAccess;
import dev.yardmaster.engine.protocol.state.WorkerBits;
import dev.yardmaster.engine.protocol.versions.VersionAccess;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * Bugs that a protocol could have; the tests must find each of them. Each bug is planted without
 * changing the protocol's code: in the words in front of the records, and in the access set and
 * node set of a transaction. So this class depends on memory layouts that otherwise only the
 * protocols know.
 */
enum PlantedBug {

  /**
   * Reads are not validated, so a transaction does not notice that a record was locked or changed.
   */
  READS_ARE_NOT_VALIDATED("silo", "tictoc", "mocc", "rocc", "lrv") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        @Override
        public boolean check(long version) {
          reads(worker)
              .forEach(
                  access ->
                      ((OptimisticAccess) access).saw(RecordHeader.of(worker.words(), access)));
          return real.check(version);
        }
      };
    }
  },

  /** Missing keys count as still missing, and their index nodes are not checked. */
  NODES_ARE_NOT_VALIDATED(
      "silo",
      "tictoc",
      "mocc",
      "no-wait",
      "wait-die",
      "wound-wait",
      "plor",
      "partcc",
      "rocc",
      "lrv",
      "ssi",
      "ssn",
      "tebaldi") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        @Override
        public boolean check(long version) {
          worker.nodes().clear();
          return real.check(version);
        }
      };
    }
  },

  /** The timestamp at which a transaction found keys missing is not recorded in the index nodes. */
  NODES_ARE_NOT_STAMPED("tictoc", "multi-version") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        private final List<Observation> nodes = new ArrayList<>();

        @Override
        public long readAsOf() {
          return 0;
        }

        @Override
        public MissingKeys missingKeys() {
          return MissingKeys.CHECKED;
        }

        @Override
        public boolean lock() {
          nodes.clear();
          for (int i = 0; i < worker.nodes().size(); i++) {
            Observation node = new Observation();
            node.copyFrom(worker.nodes().get(i));
            nodes.add(node);
          }
          worker.nodes().clear();
          return real.lock();
        }

        @Override
        public boolean check(long version) {
          return real.check(version) && nodes.stream().allMatch(Observation::isUnchanged);
        }
      };
    }
  },

  /** The timestamp at which a transaction read a record is not recorded. */
  READ_TIMESTAMPS_ARE_NOT_RAISED("tictoc", "multi-version", "mvrcc") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        @Override
        public boolean check(long version) {
          List<Access> reads = reads(worker);
          long[] before = reads.stream().mapToLong(this::readTimestamp).toArray();
          boolean valid = real.check(version);
          for (int i = 0; i < before.length; i++) {
            Records.setWord(slabOfRead(reads.get(i)), atOfRead(reads.get(i)), before[i]);
          }
          return valid;
        }

        private long readTimestamp(Access access) {
          return Records.sharedWord(slabOfRead(access), atOfRead(access));
        }

        private long[] slabOfRead(Access access) {
          return access.slab();
        }

        private int atOfRead(Access access) {
          return access instanceof VersionAccess version ? 3 + version.at() : 1 + access.at();
        }
      };
    }
  },

  /** A transaction does not detect writes of other transactions to a range that it has scanned. */
  RANGES_ARE_NOT_VALIDATED("rocc", "gwv", "mvrcc", "ssi", "ssn") {
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

  /** A transaction releases a read lock as soon as it has read the row. */
  READ_LOCKS_ARE_SHORT("no-wait", "wait-die", "wound-wait") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        private final WorkerBits readers =
            new WorkerBits(2, InterleavedRun.WORKERS, worker.words());
        private final List<Access> released = new ArrayList<>();

        @Override
        public void read(Access access) {
          real.read(access);
          readers.remove(access.slab(), access.at(), worker.worker());
          released.add(access);
        }

        @Override
        public void commit(long version) {
          lockAgain();
          real.commit(version);
        }

        @Override
        public void abort() {
          lockAgain();
          real.abort();
        }

        private void lockAgain() {
          released.forEach(read -> readers.add(read.slab(), read.at(), worker.worker()));
          released.clear();
        }
      };
    }
  },

  /**
   * A record whose index entry is removed remains writable for transactions that found the record
   * before.
   */
  BURIED_RECORDS_LIVE(
      "silo",
      "tictoc",
      "no-wait",
      "wait-die",
      "wound-wait",
      "plor",
      "multi-version",
      "rocc",
      "mvrcc",
      "si",
      "ssi",
      "ssn",
      "tebaldi") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ReclaimsTooEarly(real, worker);
    }
  },

  /**
   * When a key's index entry is removed, the node's stamp does not include the key's last version.
   */
  BURIED_VERSIONS_ARE_FORGOTTEN(
      "silo", "tictoc", "no-wait", "multi-version", "ssi", "ssn", "tebaldi") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        @Override
        public long reclaim(Table table, int record, long key, byte[] rest) {
          return Math.min(0, real.reclaim(table, record, key, rest));
        }
      };
    }
  },

  /**
   * Garbage collection does not see running transactions, so it reclaims versions that these
   * transactions need.
   */
  RUNNING_TRANSACTIONS_ARE_NOT_KNOWN("multi-version", "mvrcc", "si", "ssi", "ssn") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        @Override
        public void begin(Attempt attempt) {
          real.begin(attempt);
          // At this time the transaction has nothing to undo; the call only marks the transaction
          // as ended.
          real.abort();
        }
      };
    }
  },

  /**
   * A transaction that has created the record of a key assumes that no other transaction has used
   * the record before. Under the multi-version protocol this bug would have no effect. There, a
   * transaction that has found the key missing has raised the stamp. So no earlier transaction can
   * insert the key, and the writes of later transactions are not visible. Plor locks a created
   * record before other transactions can see it.
   */
  MADE_RECORDS_ARE_TRUSTED(
      "silo", "tictoc", "no-wait", "wait-die", "wound-wait", "rocc", "gwv", "lrv") {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new TrustsMadeRecords(real, worker);
    }
  };

  @SuppressWarnings("ImmutableEnumChecker") // List.of returns an immutable list.
  private final List<String> protocols;

  PlantedBug(String... protocols) {
    this.protocols = List.of(protocols);
  }

  /** Returns the protocols in which the bug can be planted. */
  List<String> protocols() {
    return protocols;
  }

  abstract ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker);

  /** Returns the records that the current transaction has read and does not write. */
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
