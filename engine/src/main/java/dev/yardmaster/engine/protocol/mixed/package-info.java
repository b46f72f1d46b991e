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
 * transaction begins, it takes the current {@code ProtocolTable}, and uses this table until it
 * ends. Each access to a record belongs to the part that manages the record's partition: this part
 * creates the access, and has it in its own list. The phases are synchronized across parts: all
 * parts lock, then all parts validate, and only then all parts commit. The index reads are
 * validated once for all parts. All parts share a record's header, and each part has its own words
 * behind the header.
 *
 * <p><b>Choosing.</b> The workers count what their transactions do in each partition. These
 * features determine the class of a partition, and {@code ProtocolChooser} determines by trials
 * which part is best for each class ({@code TrialChooser}). As an alternative, {@code TreeChooser}
 * chooses by a decision tree or another {@code PartitionClassifier}.
 *
 * <p><b>Switching.</b> While a partition switches from one part to another, both parts protect each
 * access to its records (mediated switching, section 4.3). Such an access has a <i>shadow</i>: an
 * access of the new part to the same record. First all workers change to a table in which both
 * parts protect the partition, then to a table in which only the new part does:
 *
 * <pre>
 *   old table ─▶ mediated table ─▶ new table
 *             │                 └ published when no attempt uses the old table
 *             └ published at any time
 * </pre>
 *
 * <p>An attempt takes its table inside an epoch. So when each worker that was inside an epoch at
 * the time of the replacement has left that epoch once, no attempt uses the replaced table any
 * more. Workers that are idle are in no epoch, so they do not delay a switch.
 *
 * <p>The old part installs the write of an access with a shadow; the new part does not. The old
 * part commits first, and the new part releases its locks afterwards. So a transaction that only
 * the new part protects sees the write when it gets the lock. A write of a transaction that only
 * the old part protects cannot be lost. For this reason only one pair of an old and a new part can
 * be switching at a time. The parts abort in the reverse order of their lock phases: Silo's locks
 * are a part of the header and are undone while the other part still protects the record.
 */
package dev.yardmaster.engine.protocol.mixed;
