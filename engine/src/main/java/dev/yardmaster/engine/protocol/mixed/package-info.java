/**
 * Mixed concurrency control: each partition of the keys has its own protocol, and a transaction can
 * access partitions under different protocols (Tang and Elmore, <i>Toward Coordination-free and
 * Reconfigurable Mixed Concurrency Control</i>, USENIX ATC 2018, CormCC, section 4). The protocol
 * of a partition can be switched while transactions run.
 *
 * <p>Read {@link dev.yardmaster.engine.protocol.mixed.Mixed} first, then {@code ProtocolTable},
 * then {@code MixedControl}, then {@code ProtocolSwitch} and {@code MediatedSwitch}, then {@code
 * ProtocolChooser}.
 *
 * <p><b>Mixed execution.</b> The protocols are the <i>parts</i> of the mix. When an attempt of a
 * transaction begins, the attempt takes the current {@code ProtocolTable}, and uses this table
 * until the attempt ends. Each access to a record belongs to the part that manages the record's
 * partition. This part creates the access, and its access list contains the access. The phases are
 * synchronized across parts: all parts lock, then all parts validate, and only then all parts
 * commit. The index reads are validated once for all parts. All parts share the header of a record,
 * and each part has its own words after the header.
 *
 * <p><b>Choosing.</b> The workers count the accesses of their transactions in each partition.
 * Features that are computed from these counts determine the class of a partition. {@code
 * TrialChooser} determines by trials which part is best for each class. As an alternative, {@code
 * TreeChooser} chooses with a decision tree or another {@code PartitionClassifier}.
 *
 * <p><b>Switching.</b> While a partition switches from one part to another, both parts protect each
 * access to its records (mediated switching, section 4.3). Such an access has a <i>shadow</i>: an
 * access of the new part to the same record. First all workers change to a table in which both
 * parts protect the partition, and then to a table in which only the new part protects it:
 *
 * <pre>
 *   old table ─▶ mediated table ─▶ new table
 *             │                 └ published when no attempt uses the old table
 *             └ published at any time
 * </pre>
 *
 * <p>An attempt takes its table inside an epoch. So when all workers that were inside an epoch at
 * the time of the replacement have left their epochs, no attempt uses the replaced table any more.
 * Idle workers are in no epoch, so they do not delay a switch.
 *
 * <p>If an access has a shadow, the old part installs the write, and the new part does not. The old
 * part commits first, and the new part releases its locks afterwards. So a transaction that only
 * the new part protects sees the write when it gets the lock. A write of a transaction that only
 * the old part protects cannot be lost. Because of this order of commits, only one pair of an old
 * and a new part can switch at a time. The parts abort in the reverse order of their lock phases.
 * So Silo's locks, which are in the header, are undone while the other part still protects the
 * record.
 */
package dev.yardmaster.engine.protocol.mixed;
