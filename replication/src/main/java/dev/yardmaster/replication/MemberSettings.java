package dev.yardmaster.replication;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings of one member.
 *
 * @param self this member; the member listens at its address
 * @param initialMembers the members of a new log, including this member; the list must be the same
 *     on each of them. Empty for a member that waits until a leader adds it. Ignored if the folder
 *     already contains a log.
 * @param folder this member's folder; created if it does not exist
 * @param electionTimeout the time for which a leader may be silent before the other members elect a
 *     new leader; 100 ms to 1 minute
 * @param maxEntryBytes the maximum length of an entry, in bytes; at most {@value #MAX_ENTRY_BYTES}
 * @param tls the files for TLS between the members; set on all members or on none. Without TLS, all
 *     members must have loopback addresses.
 */
public record MemberSettings(
    Member self,
    List<Member> initialMembers,
    Path folder,
    Duration electionTimeout,
    int maxEntryBytes,
    Optional<MemberTls> tls) {

  /** The greatest allowed value of {@link #maxEntryBytes}. */
  public static final int MAX_ENTRY_BYTES = 32 << 20;

  private static final Duration MIN_TIMEOUT = Duration.ofMillis(100);
  private static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);

  public MemberSettings {
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

  /** Creates the settings of a member on a loopback address, without TLS. */
  public MemberSettings(
      Member self,
      List<Member> initialMembers,
      Path folder,
      Duration electionTimeout,
      int maxEntryBytes) {
    this(self, initialMembers, folder, electionTimeout, maxEntryBytes, Optional.empty());
  }
}
