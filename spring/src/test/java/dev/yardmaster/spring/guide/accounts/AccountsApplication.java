package dev.yardmaster.spring.guide.accounts;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.spring.PipelineConfigCustomizer;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** An application with a procedure, a customizer and a method that is a transaction. */
@SpringBootApplication
public class AccountsApplication {

  // snippet: customizer
  @Bean
  PipelineConfigCustomizer validatorOnly() {
    return config -> config.mode(PipelineMode.VC).batchSize(80);
  }

  // end

  // snippet: procedure
  @Component
  static class Deposit implements Procedure<Long, Long> {

    @Override
    public String name() {
      return "deposit";
    }

    @Override
    public void declare(Long cents, KeyDeclaration keys) {
      keys.update(Key.of("checking", 17));
    }

    @Override
    public Long execute(Long cents, Transaction transaction) {
      long balance = transaction.getLong(Key.of("checking", 17)) + cents;
      transaction.putLong(Key.of("checking", 17), balance);
      return balance;
    }
  }

  @Component
  static class Till {

    private final TransactionService service;
    private final Deposit deposit;

    Till(TransactionService service, Deposit deposit) {
      this.service = service;
      this.deposit = deposit;
    }

    long deposit(long cents) {
      return service.call(deposit, cents);
    }
  }
  // end
}
