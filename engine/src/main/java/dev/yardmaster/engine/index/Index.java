package dev.yardmaster.engine.index;

/**
 * Leads from keys to records. All methods may be called by any thread, within an epoch; no method
 * waits for a transaction.
 *
 * <p>Keys are as {@link dev.yardmaster.engine.table.Table} says: a number, and for byte strings the
 * string beside it. Entries stand in nodes, and every node has
 *
 * <ul>
 *   <li>a <i>version</i>, which changes whenever a key comes into the node or leaves it, or the
 *       node is split or joined: so whoever saw that a key or a range had no entry can tell whether
 *       it still has none (Silo, Tu and others, SOSP 2013, section 4.6);
 *   <li>a <i>stamp</i>, below which nothing may begin to exist: at least the version of every
 *       record that was removed from the node, and of every reader who raised it. A new record is
 *       absent as of that stamp, so versions of a key rise across removals, and an order by
 *       timestamps that differs from that of the clock has something to hold on to. A split or join
 *       hands the stamp on.
 * </ul>
 */
public interface Index {

  /** No record. */
  int NONE = -1;

  /**
   * The record of a key.
   *
   * @param observed if there is none: takes the node in which it would stand, with version and
   *     stamp; otherwise left as it is
   * @return {@link #NONE} if the key has no entry
   */
  int find(long key, byte[] rest, Observation observed);

  /**
   * Adds a record, unless the key has one.
   *
   * @param initializer called once, before the entry can be seen and while nobody else can change
   *     the node; not called if the key has a record
   * @param change takes what the insertion did to nodes; left as it is if the key has a record
   * @return the key's record, which is the given one if it was added
   */
  int insert(long key, byte[] rest, int record, RecordInitializer initializer, NodeChange change);

  /**
   * Removes a key's entry if it leads to this record.
   *
   * @param stamp what the node's is raised to, before the entry goes
   * @return whether it was there
   */
  boolean remove(long key, byte[] rest, int record, long stamp);

  /** Whether the observed node still has the version that was observed, and nobody changes it. */
  boolean isUnchanged(Observation observed);

  /**
   * Raises the observed node's stamp if it is lower. Counts only if {@link #isUnchanged} holds
   * afterwards: an insertion that it comes too late for has changed the version by then.
   */
  void raiseStamp(Observation observed, long stamp);

  /** How many entries there are; exact while nobody changes it. */
  long size();
}
