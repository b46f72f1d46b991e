package dev.yardmaster.proof.simulator;

import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.disk.ForwardingDisk;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Possible bugs of log, checkpoints and recovery. Each bug is a disk that changes the calls so that
 * correct code acts like the buggy code.
 */
enum DiskBug {
  LOG_NOT_FORCED("the log is not forced") {
    @Override
    Disk plant(Disk disk) {
      return new ForwardingDisk(disk) {
        @Override
        protected void force(String name, DiskFile file) throws IOException {
          if (!name.startsWith(LOG)) {
            super.force(name, file);
          }
        }
      };
    }
  },

  ANSWERED_BEFORE_FORCED(
      "commits are answered first, and are forced later together with the next commits") {
    @Override
    Disk plant(Disk disk) {
      return new ForwardingDisk(disk) {
        private DiskFile unforced;

        @Override
        protected void force(String name, DiskFile file) throws IOException {
          if (name.startsWith(LOG)) {
            unforced = file;
          } else {
            super.force(name, file);
          }
        }

        @Override
        protected void write(String name, DiskFile file, ByteBuffer source, long position)
            throws IOException {
          if (file == unforced) {
            file.force();
          }
          super.write(name, file, source, position);
        }
      };
    }
  },

  NAMES_NOT_FORCED("names of new files are not forced") {
    @Override
    Disk plant(Disk disk) {
      return new ForwardingDisk(disk) {
        @Override
        public void forceNames() {}
      };
    }
  },

  CHECKPOINT_COUNTS_EARLY(
      "the segments that a checkpoint replaces are removed before its name is forced") {
    @Override
    Disk plant(Disk disk) {
      return new ForwardingDisk(disk) {
        private boolean renamed;

        @Override
        public void rename(String from, String to) throws IOException {
          super.rename(from, to);
          renamed |= to.startsWith(CHECKPOINT);
        }

        @Override
        public void forceNames() throws IOException {
          if (!renamed) {
            super.forceNames();
          }
          renamed = false;
        }
      };
    }
  },

  CHECKPOINT_NOT_FORCED("a checkpoint is not forced before it has its name") {
    @Override
    Disk plant(Disk disk) {
      return new ForwardingDisk(disk) {
        @Override
        protected void force(String name, DiskFile file) throws IOException {
          if (!name.startsWith(CHECKPOINT)) {
            super.force(name, file);
          }
        }
      };
    }
  },

  RECOVERY_TRUSTS_WHAT_IT_FINDS("recovery treats the data that it finds as forced") {
    @Override
    Disk plant(Disk disk) {
      return new ForwardingDisk(disk) {
        @Override
        public void rename(String from, String to) throws IOException {
          if (!list().contains(to)) {
            super.rename(from, to);
            return;
          }
          // The bug: the copy that recovery has made never replaces the original file.
          delete(from);
        }
      };
    }
  },

  RECOVERY_FORCES_ONLY("recovery forces the data that it finds, without writing it again") {
    @Override
    Disk plant(Disk disk) {
      return new ForwardingDisk(disk) {
        @Override
        public void rename(String from, String to) throws IOException {
          if (!list().contains(to)) {
            super.rename(from, to);
            return;
          }
          try (DiskFile found = open(to)) {
            found.force();
          }
          delete(from);
        }
      };
    }
  },

  RECOVERY_WRITES_IN_PLACE("recovery writes the data that it finds again in the same file") {
    @Override
    Disk plant(Disk disk) {
      return new ForwardingDisk(disk) {
        @Override
        public void rename(String from, String to) throws IOException {
          if (!list().contains(to)) {
            super.rename(from, to);
            return;
          }
          try (DiskFile copy = open(from);
              DiskFile found = open(to)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) copy.size());
            copy.read(bytes, 0);
            found.write(bytes.flip(), 0);
            found.force();
          }
          delete(from);
        }
      };
    }
  };

  private static final String LOG = "log-";
  private static final String CHECKPOINT = "checkpoint-";

  private final String words;

  DiskBug(String words) {
    this.words = words;
  }

  /** Returns a text that describes the bug. */
  String words() {
    return words;
  }

  /** Returns a disk on which correct code acts like the buggy code. */
  abstract Disk plant(Disk disk);
}
