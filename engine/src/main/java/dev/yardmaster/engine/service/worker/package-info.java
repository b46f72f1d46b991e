/**
 * The workers of a service. All kinds of transactions use them. A {@link
 * dev.yardmaster.engine.service.worker.ServiceWorker} is a worker of the engine with its commit
 * point, its deadlines and its counter of conflicts. One thread at a time uses it. Start reading at
 * {@link dev.yardmaster.engine.service.worker.ServiceWorkers}, which creates all workers of a
 * service. The threads of callers borrow workers from a {@link
 * dev.yardmaster.engine.service.worker.ServiceWorkerPool}.
 */
@NullMarked
package dev.yardmaster.engine.service.worker;

import org.jspecify.annotations.NullMarked;
