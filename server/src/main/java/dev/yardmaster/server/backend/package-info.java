/**
 * The back ends that run a server's transactions: {@link
 * dev.yardmaster.server.backend.ServedPipeline} or {@link
 * dev.yardmaster.server.backend.ServedEngine}. The other packages know only the interface {@link
 * dev.yardmaster.server.backend.ServerBackEnd}.
 */
package dev.yardmaster.server.backend;
