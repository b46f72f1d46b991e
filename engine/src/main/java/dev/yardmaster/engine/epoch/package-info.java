/** Epoch-based reclamation: what was taken away is used again only when nobody can reach it. */
package dev.yardmaster.engine.epoch;
