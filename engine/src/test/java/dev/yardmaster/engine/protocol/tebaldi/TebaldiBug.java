package dev.yardmaster.engine.protocol.tebaldi;

import dev.yardmaster.engine.protocol.InterleavedRun;
import dev.yardmaster.engine.protocol.WorkerContext;

/** Bugs in a layer of Tebaldi; the tests must find each of them. */
enum TebaldiBug {

  /** No bug. */
  NONE,

  /** A snapshot includes a version that is not committed. */
  SNAPSHOT_READS_UNCOMMITTED {
    @Override
    VersionStore versions(WorkerContext context) {
      return new VersionStore(context) {
        @Override
        int newest(TebaldiAccess access, long snapshot) {
          int version = TebaldiRecordWords.uncommitted(context.words(), access.slab(), access.at());
          return version == TebaldiRecordWords.NONE ? super.newest(access, snapshot) : version;
        }
      };
    }
  },

  /**
   * A snapshot does not wait for a commit that has drawn its timestamp but has not installed its
   * writes.
   */
  SNAPSHOT_IGNORES_COMMITS_IN_PROGRESS {
    @Override
    VersionStore versions(WorkerContext context) {
      return new DawdlingStore(context) {
        @Override
        int newest(TebaldiAccess access, long snapshot) {
          return TebaldiRecordWords.newest(
              TebaldiRecordWords.head(context.words(), access.slab(), access.at()));
        }
      };
    }

    @Override
    int firstSeed() {
      return 9;
    }
  },

  /** A snapshot read sees the state at the time of the read, not at the time of the snapshot. */
  SNAPSHOT_READS_THE_NEWEST {
    @Override
    VersionStore versions(WorkerContext context) {
      return new VersionStore(context) {
        @Override
        boolean isVisible(long timestamp, long snapshot) {
          return true;
        }
      };
    }
  },

  /** Locks of different groups are compatible. */
  GROUP_LOCKS_ARE_IGNORED {
    @Override
    GroupLocks locks(
        WorkerContext context, int workers, PipelineStates states, RuntimePipeline pipeline) {
      return new GroupLocks(context, workers, states, pipeline) {
        @Override
        boolean isCompatible(long state) {
          return PipelineStates.group(state) != 0 || super.isCompatible(state);
        }
      };
    }
  },

  /** A transaction commits before its predecessors. */
  COMMITS_BEFORE_ITS_PREDECESSORS {
    @Override
    RuntimePipeline pipeline(
        WorkerContext context, int workers, PipelineStates states, VersionStore versions) {
      return new RuntimePipeline(context, workers, states, versions) {
        @Override
        boolean haveEnded() {
          return true;
        }
      };
    }
  },

  /** A transaction commits although it has read the write of a transaction that aborts. */
  ABORTS_DO_NOT_CASCADE {
    @Override
    RuntimePipeline pipeline(
        WorkerContext context, int workers, PipelineStates states, VersionStore versions) {
      return new RuntimePipeline(context, workers, states, versions) {
        @Override
        void requireNotRead(int aborting) {}
      };
    }
  },

  /** A transaction overtakes its predecessors in the pipeline. */
  ENTERS_A_STEP_EARLY {
    @Override
    RuntimePipeline pipeline(
        WorkerContext context, int workers, PipelineStates states, VersionStore versions) {
      return new RuntimePipeline(context, workers, states, versions) {
        @Override
        boolean mayEnter(int to) {
          return true;
        }
      };
    }
  },

  /** A transaction overtakes the predecessors of a predecessor that has ended its last step. */
  FOLLOWS_ONLY_DIRECT_PREDECESSORS {
    @Override
    RuntimePipeline pipeline(
        WorkerContext context, int workers, PipelineStates states, VersionStore versions) {
      return new RuntimePipeline(context, workers, states, versions) {
        @Override
        boolean inherit(int other, long state) {
          return false;
        }
      };
    }

    @Override
    int firstSeed() {
      return 25;
    }
  };

  /** A store that lets other workers run before each installation. */
  static class DawdlingStore extends VersionStore {

    private final WorkerContext context;

    DawdlingStore(WorkerContext context) {
      super(context);
      this.context = context;
    }

    @Override
    void install(TebaldiAccess access, long timestamp) {
      context.pace().access();
      super.install(access, timestamp);
    }
  }

  /** Returns the seed from which a search for the bug starts. */
  int firstSeed() {
    return 1;
  }

  VersionStore versions(WorkerContext context) {
    return new DawdlingStore(context);
  }

  RuntimePipeline pipeline(
      WorkerContext context, int workers, PipelineStates states, VersionStore versions) {
    return new RuntimePipeline(context, workers, states, versions);
  }

  GroupLocks locks(
      WorkerContext context, int workers, PipelineStates states, RuntimePipeline pipeline) {
    return new GroupLocks(context, workers, states, pipeline);
  }

  /** Returns the protocol with the bug. */
  Tebaldi plant() {
    return new Tebaldi(InterleavedRun.WORKERS) {
      @Override
      VersionStore versions(WorkerContext worker) {
        return TebaldiBug.this.versions(worker);
      }

      @Override
      RuntimePipeline pipeline(
          WorkerContext worker, int workers, PipelineStates states, VersionStore versions) {
        return TebaldiBug.this.pipeline(worker, workers, states, versions);
      }

      @Override
      GroupLocks locks(
          WorkerContext worker, int workers, PipelineStates states, RuntimePipeline pipeline) {
        return TebaldiBug.this.locks(worker, workers, states, pipeline);
      }
    };
  }
}
