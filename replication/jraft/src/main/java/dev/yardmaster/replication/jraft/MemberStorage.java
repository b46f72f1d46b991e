package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.core.DefaultJRaftServiceFactory;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.option.RaftMetaStorageOptions;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.storage.RaftMetaStorage;
import com.alipay.sofa.jraft.storage.impl.LocalRaftMetaStorage;

/**
 * The storage of one member. It shows the member's term, which JRaft stores before it acts in the
 * term, to any thread without a lock.
 */
final class MemberStorage extends DefaultJRaftServiceFactory {

  private volatile long term;

  /** The highest term that the member has seen. */
  long term() {
    return term;
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
