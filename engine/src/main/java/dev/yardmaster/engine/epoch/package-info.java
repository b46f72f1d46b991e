/** Epoch-based reclamation: a removed object is reused only when no thread can reach it. */
package dev.yardmaster.engine.epoch;
