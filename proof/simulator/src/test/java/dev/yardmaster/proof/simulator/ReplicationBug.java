package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.Key;
import dev.yardmaster.processor.CallerWait;
import dev.yardmaster.processor.log.LiveCheckpoint;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.scenario.Scenarios;
import dev.yardmaster.proof.simulator.schedule.CallerTask;
import dev.yardmaster.replication.LogStatus;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.Replica;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.pipeline.StoreReplica;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.GroupReplication;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.ForwardingTable;
import dev.yardmaster.validator.Watermark;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;

/** Bugs that tests plant in the members of a cluster. A run has only one of these bugs. */
enum ReplicationBug {
  NO_VOID_RULE("a group counts although the group before it is lost", Sign.WRONG_DATA, 16) {
    @Override
    ClusterParts plant() {
      return new ClusterParts() {
        @Override
        Replica replica(StoreReplica replica) {
          return new ForwardingReplica(replica) {
            @Override
            public void apply(long index, long term, ByteBuffer entry) {
              super.apply(index, term, following(replica.lastVersion(), entry));
            }
          };
        }
      };
    }
  },

  ANSWERED_BEFORE_APPLIED("commits are answered before they are applied", Sign.WRONG_DATA, 10) {
    @Override
    ClusterParts plant() {
      return new ClusterParts() {
        @Override
        ReplicatedLog log(ReplicatedLog log) {
          // The group is reused after it is answered, so the log needs a copy.
          return new ForwardingReplicatedLog(log) {
            @Override
            public CompletableFuture<Long> append(long term, ByteBuffer entry) {
              return super.append(term, copyOf(entry));
            }
          };
        }

        @Override
        GroupReplication replication(GroupReplication log) {
          return new ForwardingLog(log) {
            @Override
            public void append(ReplicatedGroup group, long horizonMs, End end) {
              super.append(group, horizonMs, new IgnoredEnd());
              end.succeeded();
            }
          };
        }
      };
    }
  },

  READS_NOT_CONFIRMED("answers without writes are not confirmed", Sign.WRONG_DATA, 7) {
    @Override
    ClusterParts plant() {
      return withLog(
          log ->
              new ForwardingLog(log) {
                @Override
                public void confirm(End end) {
                  end.succeeded();
                }
              });
    }
  },

  OPENED_EARLY("a pipeline opens before earlier entries are applied", Sign.WRONG_DATA, 33) {
    @Override
    ClusterParts plant() {
      return new ClusterParts() {
        @Override
        boolean startsEarly() {
          return true;
        }
      };
    }
  },

  VERSIONS_FROM_ZERO("each term's versions start at 0", Sign.WRONG_DATA, 8) {
    @Override
    ClusterParts plant() {
      return withLog(
          log ->
              new ForwardingLog(log) {
                @Override
                public Start start() {
                  Start start = super.start();
                  return new Start(
                      start.stores(), 0, start.horizonMs(), start.term(), start.table());
                }
              });
    }
  },

  HORIZON_NOT_CARRIED(
      "a term begins without the horizon of ids of earlier terms",
      "(another outcome|committed 2 times|read yardmaster.outcomes/\\S+ as absent)",
      5) {
    @Override
    Scenario scenario(long seed) {
      return Scenarios.drawReplicated(seed, true);
    }

    @Override
    ClusterParts plant() {
      return withLog(
          log ->
              new ForwardingLog(log) {
                @Override
                public Start start() {
                  Start start = super.start();
                  return new Start(start.stores(), start.version(), 0, start.term(), start.table());
                }
              });
    }
  },

  UNINSTALLED_FORGOTTEN(
      "a leader's groups that its pipeline has not installed are not installed when its term ends",
      Sign.WRONG_DATA,
      17) {
    @Override
    ClusterParts plant() {
      return new ClusterParts() {
        private boolean ending;

        @Override
        Replica replica(StoreReplica replica) {
          return new ForwardingReplica(replica) {
            @Override
            public void stopLeading(long term) {
              ending = true;
              super.stopLeading(term);
              ending = false;
            }
          };
        }

        @Override
        VersionedStore store() {
          return new BrokenStore() {
            @Override
            public boolean write(Key key, long fingerprint, byte[] value, long version) {
              return ending || super.write(key, fingerprint, value, version);
            }
          };
        }
      };
    }
  },

  SNAPSHOT_NOT_INSTALLED(
      "a leader's snapshot does not wait until everything through its version is installed",
      Sign.WRONG_DATA,
      51) {
    @Override
    ClusterParts plant() {
      return new ClusterParts() {
        @Override
        LiveCheckpoint liveCheckpoint(
            Watermark watermark, LongSupplier horizonMs, CallerWait wait) {
          return new LiveCheckpoint(watermark, horizonMs, wait::moment) {
            @Override
            protected boolean isInstalled(long version) {
              return true;
            }
          };
        }
      };
    }
  },

  TABLE_CACHE_STALE(
      "a cache above a member's table does not follow the flushes while another member leads",
      Sign.WRONG_DATA,
      3) {
    @Override
    ClusterParts plant() {
      return new ClusterParts() {
        private StoreReplica member;

        @Override
        Replica replica(StoreReplica replica) {
          member = replica;
          return replica;
        }

        @Override
        DiskTable table(DiskTable table) {
          return new ForwardingTable(table) {
            private final Map<Key, Found> cache = new HashMap<>();

            @Override
            public Found get(Key key) {
              return cache.computeIfAbsent(key, super::get);
            }

            @Override
            public void put(Key key, byte[] value, long version) throws IOException {
              super.put(key, value, version);
              if (member.pipeline().isPresent()) {
                cache.remove(key);
              }
            }
          };
        }
      };
    }
  },

  FOLLOWER_NOT_CONFIRMED(
      "a member that does not lead opens snapshots without a confirmation", Sign.WRONG_DATA, 15) {
    @Override
    ClusterParts plant() {
      return new ClusterParts() {
        @Override
        ReplicatedLog log(ReplicatedLog log) {
          return new ForwardingReplicatedLog(log) {
            @Override
            public CompletableFuture<Long> readIndex() {
              return CompletableFuture.completedFuture(0L);
            }
          };
        }
      };
    }
  },

  FOLLOWER_READS_ABOVE_APPLIED(
      "a member that does not lead opens snapshots at the version of a group that it only begins to"
          + " apply",
      Sign.WRONG_DATA,
      9) {
    @Override
    ClusterParts plant() {
      return new ClusterParts() {
        private final Queue<Runnable> calls = new ArrayDeque<>();
        private Watermark mark;

        @Override
        Executor owner(Executor owner) {
          return call -> {
            calls.add(call);
            owner.execute(this::runAll);
          };
        }

        private void runAll() {
          for (Runnable call = calls.poll(); call != null; call = calls.poll()) {
            call.run();
          }
        }

        @Override
        Watermark followedThrough(Watermark installed) {
          mark = new Watermark(1);
          mark.startAfter(installed.get());
          return mark;
        }

        @Override
        Replica replica(StoreReplica replica) {
          return new ForwardingReplica(replica) {
            @Override
            public void apply(long index, long term, ByteBuffer entry) {
              mark.startAfter(ReplicatedGroup.header(entry).lastVersion());
              for (int turn = 0; turn < 10; turn++) {
                runAll();
                CallerTask.waitForTurn(0, () -> true);
              }
              super.apply(index, term, entry);
            }
          };
        }
      };
    }
  },

  FLUSH_LACKS_A_WRITE("1 in 50 writes of a flush does not reach the table", Sign.WRONG_DATA, 12) {
    @Override
    ClusterParts plant() {
      return new ClusterParts() {
        @Override
        DiskTable table(DiskTable table) {
          return new ForwardingTable(table) {
            private int writes;

            @Override
            public void put(Key key, byte[] value, long version) throws IOException {
              if (++writes % 50 != 0) {
                super.put(key, value, version);
              }
            }
          };
        }
      };
    }
  };

  /** A regular expression that matches failures. */
  private static final class Sign {
    static final String WRONG_DATA =
        "(G0|G-single|G2|G1a|G1b|G1c|stale read|real time|duplicate version|must see|another"
            + " outcome|committed 2 times|is not recorded|stores of members)";
  }

  private final String words;
  private final String sign;
  private final int knownSeed;

  ReplicationBug(String words, String sign, int knownSeed) {
    this.words = words;
    this.sign = sign;
    this.knownSeed = knownSeed;
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

  /** Returns a scenario that may reveal the bug. */
  Scenario scenario(long seed) {
    return Scenarios.drawReplicated(seed);
  }

  /** Returns the parts of a member that has the bug, for one start. */
  abstract ClusterParts plant();

  /** Returns a copy of a group that says that it follows the given version. */
  private static ByteBuffer following(long version, ByteBuffer group) {
    ByteBuffer copy = copyOf(group);
    copy.putLong(16, version);
    CRC32C crc = new CRC32C();
    crc.update(copy.duplicate().limit(44).position(4));
    return copy.putInt(0, (int) crc.getValue());
  }

  private static ByteBuffer copyOf(ByteBuffer bytes) {
    return ByteBuffer.allocate(bytes.remaining())
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(bytes.duplicate())
        .flip();
  }

  private static final class IgnoredEnd implements GroupReplication.End {
    @Override
    public void succeeded() {
      // The callers have their answers.
    }

    @Override
    public void failed(Throwable cause) {
      // The callers have their answers.
    }
  }

  private static ClusterParts withLog(Function<GroupReplication, GroupReplication> broken) {
    return new ClusterParts() {
      @Override
      GroupReplication replication(GroupReplication log) {
        return broken.apply(log);
      }
    };
  }

  private static class ForwardingReplica implements Replica {
    private final Replica replica;

    ForwardingReplica(Replica replica) {
      this.replica = replica;
    }

    @Override
    public void apply(long index, long term, ByteBuffer entry) {
      replica.apply(index, term, entry);
    }

    @Override
    public void startLeading(long term) {
      replica.startLeading(term);
    }

    @Override
    public void stopLeading(long term) {
      replica.stopLeading(term);
    }

    @Override
    public Save save(Path folder) throws IOException {
      return replica.save(folder);
    }

    @Override
    public void load(Path folder) throws IOException {
      replica.load(folder);
    }
  }

  private static class ForwardingLog implements GroupReplication {
    private final GroupReplication log;

    ForwardingLog(GroupReplication log) {
      this.log = log;
    }

    @Override
    public Start start() {
      return log.start();
    }

    @Override
    public void append(ReplicatedGroup group, long horizonMs, End end) {
      log.append(group, horizonMs, end);
    }

    @Override
    public void confirm(End end) {
      log.confirm(end);
    }

    @Override
    public void closed() {
      log.closed();
    }
  }

  private static class ForwardingReplicatedLog implements ReplicatedLog {
    private final ReplicatedLog log;

    ForwardingReplicatedLog(ReplicatedLog log) {
      this.log = log;
    }

    @Override
    public CompletableFuture<Long> append(long term, ByteBuffer entry) {
      return log.append(term, entry);
    }

    @Override
    public CompletableFuture<Long> confirmRead() {
      return log.confirmRead();
    }

    @Override
    public CompletableFuture<Long> readIndex() {
      return log.readIndex();
    }

    @Override
    public CompletableFuture<Void> transferLeadership(String member) {
      return log.transferLeadership(member);
    }

    @Override
    public CompletableFuture<Void> recoverAlone() {
      return log.recoverAlone();
    }

    @Override
    public CompletableFuture<Void> changeMembers(Collection<Member> members) {
      return log.changeMembers(members);
    }

    @Override
    public CompletableFuture<Long> snapshot() {
      return log.snapshot();
    }

    @Override
    public LogStatus status() {
      return log.status();
    }

    @Override
    public void close() {
      log.close();
    }
  }
}
