package dev.yardmaster.proof.torture;

/** A transaction with its outcome. */
public record Ended(BankRequest call, BankReply reply) {}
