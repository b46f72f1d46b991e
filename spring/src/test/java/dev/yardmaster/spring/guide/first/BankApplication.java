package dev.yardmaster.spring.guide.first;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionService;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

// snippet: application
@SpringBootApplication
public class BankApplication {

  public static void main(String[] arguments) {
    SpringApplication.run(BankApplication.class, arguments);
  }

  @Bean
  CommandLineRunner deposit(TransactionService service) {
    return arguments -> {
      long balance =
          service.execute(
              transaction -> {
                long before = transaction.getLong(Key.of("checking", 17));
                transaction.putLong(Key.of("checking", 17), before + 5);
                return before + 5;
              });
      System.out.println("balance: " + balance);
    };
  }
}
// end
