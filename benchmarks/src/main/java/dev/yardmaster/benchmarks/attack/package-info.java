/**
 * Measures how much an attacker on a server delays another client of the same server. The server,
 * the attackers and the well-behaved client are separate processes. {@code AttackedSide} runs the
 * client at a steady rate, with or without one {@code Attack}; {@code AttackKind} lists the
 * attacks.
 */
package dev.yardmaster.benchmarks.attack;
