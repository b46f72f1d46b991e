package dev.yardmaster.replication;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings of one member.
 *
 * @param self this member; its address is also the one at which it listens
 * @param initialMembers the members of a new log, this one among them; the same on each of them.
 *     Empty for a member that waits until a leader adds it. Ignored if the folder holds a log.
 * @param folder this member's folder; created if it does not exist
 * @param electionTimeout the silence of a leader after which others elect a new one; at least 100
 *     ms, and at most 1 minute
 * @param maxEntryBytes the limit of an entry's length; at most {@value #MAX_ENTRY_BYTES}
 * @param tls how the members' connections are secured; on each member or on none. Without it, all
 *     members must have loopback addresses.
 */
public record LogSettings(
    Member self,
    List<Member> initialMembers,
    Path folder,
    Duration electionTimeout,
    int maxEntryBytes,
    Optional<MemberTls> tls) {

  /** The limit of {@link #maxEntryBytes}. */
  public static final int MAX_ENTRY_BYTES = 32 << 20;

  private static final Duration MIN_TIMEOUT = Duration.ofMillis(100);
  private static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);

  public LogSettings {
    initialMembers = List.copyOf(initialMembers);
    if (!initialMembers.isEmpty() && !initialMembers.contains(self)) {
      throw new IllegalArgumentException(self + " is not one of the members " + initialMembers);
    }
    if (initialMembers.stream().map(Member::name).distinct().count() < initialMembers.size()) {
      throw new IllegalArgumentException("two of the members " + initialMembers + " have one name");
    }
    if (electionTimeout.compareTo(MIN_TIMEOUT) < 0 || electionTimeout.compareTo(MAX_TIMEOUT) > 0) {
      throw new IllegalArgumentException(
          "election timeout of "
              + electionTimeout.toMillis()
              + " ms is not between "
              + MIN_TIMEOUT.toMillis()
              + " and "
              + MAX_TIMEOUT.toMillis());
    }
    if (maxEntryBytes < 1 || maxEntryBytes > MAX_ENTRY_BYTES) {
      throw new IllegalArgumentException(
          "maximum of "
              + maxEntryBytes
              + " bytes an entry is not between 1 and "
              + MAX_ENTRY_BYTES);
    }
  }

  /** The settings of a member on a loopback address, without TLS. */
  public LogSettings(
      Member self,
      List<Member> initialMembers,
      Path folder,
      Duration electionTimeout,
      int maxEntryBytes) {
    this(self, initialMembers, folder, electionTimeout, maxEntryBytes, Optional.empty());
  }
}
