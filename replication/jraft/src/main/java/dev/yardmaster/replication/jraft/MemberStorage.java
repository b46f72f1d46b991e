package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.core.DefaultJRaftServiceFactory;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.LogId;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import com.alipay.sofa.jraft.option.RaftMetaStorageOptions;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.storage.LogStorage;
import com.alipay.sofa.jraft.storage.RaftMetaStorage;
import com.alipay.sofa.jraft.storage.impl.LocalRaftMetaStorage;
import com.alipay.sofa.jraft.storage.impl.RocksDBLogStorage;
import java.util.List;

/**
 * The storage of one member. It shows the member's term, which JRaft stores before it acts in the
 * term, and the last entry that is stored, to any thread without a lock.
 */
final class MemberStorage extends DefaultJRaftServiceFactory {

  private static final LogId NONE = new LogId();

  private volatile long term;
  private volatile LogId last = NONE;

  /** The highest term that the member has seen. */
  long term() {
    return term;
  }

  /** The last stored entry that has a term; index 0 if there was none since the start. */
  LogId last() {
    return last;
  }

  @Override
  public LogStorage createLogStorage(String uri, RaftOptions options) {
    return new RocksDBLogStorage(uri, options) {
      @Override
      public boolean init(LogStorageOptions options) {
        boolean done = super.init(options);
        if (done) {
          noteLast(getEntry(getLastLogIndex()));
        }
        return done;
      }

      @Override
      public int appendEntries(List<LogEntry> entries) {
        int appended = super.appendEntries(entries);
        if (appended > 0) {
          noteLast(entries.get(appended - 1));
        }
        return appended;
      }
    };
  }

  /** JRaft stores an entry without a term in a log whose entries a snapshot has replaced. */
  private void noteLast(LogEntry entry) {
    if (entry != null && entry.getId().getTerm() > 0) {
      last = entry.getId().copy();
    }
  }

  @Override
  public RaftMetaStorage createRaftMetaStorage(String uri, RaftOptions options) {
    return new LocalRaftMetaStorage(uri, options) {
      @Override
      public boolean init(RaftMetaStorageOptions options) {
        boolean done = super.init(options);
        term = getTerm();
        return done;
      }

      @Override
      public boolean setTermAndVotedFor(long newTerm, PeerId votedFor) {
        term = newTerm;
        return super.setTermAndVotedFor(newTerm, votedFor);
      }
    };
  }
}
