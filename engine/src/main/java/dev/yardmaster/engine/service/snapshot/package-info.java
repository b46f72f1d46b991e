/**
 * The read-only snapshots, under protocols that keep old versions. {@link
 * dev.yardmaster.engine.service.snapshot.EngineSnapshots}, where a reader starts, owns the workers
 * for snapshots. Each open snapshot has one of these workers and a thread of its own.
 */
@NullMarked
package dev.yardmaster.engine.service.snapshot;

import org.jspecify.annotations.NullMarked;
