package dev.yardmaster.spring;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.jdbc.YardmasterDataSource;
import dev.yardmaster.spring.autoconfigure.YardmasterJdbcAutoConfiguration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.xa.PGXADataSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Tests which DataSource beans are wrapped. No test needs a connection. */
@Timeout(60)
class DataSourceWrappingTest {

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(YardmasterJdbcAutoConfiguration.class))
          .withPropertyValues("yardmaster.jdbc.wrap=true")
          .withBean("bank", DataSource.class, PGSimpleDataSource::new);

  @Test
  void eachDataSourceIsWrapped() {
    application
        .withBean("archive", DataSource.class, PGSimpleDataSource::new)
        .run(
            context -> {
              assertInstanceOf(YardmasterDataSource.class, context.getBean("bank"));
              assertInstanceOf(YardmasterDataSource.class, context.getBean("archive"));
            });
  }

  @Test
  void onlyNamedBeansAreWrapped() {
    application
        .withBean("archive", DataSource.class, PGSimpleDataSource::new)
        .withPropertyValues("yardmaster.jdbc.data-sources=bank")
        .run(
            context -> {
              assertInstanceOf(YardmasterDataSource.class, context.getBean("bank"));
              assertInstanceOf(PGSimpleDataSource.class, context.getBean("archive"));
            });
  }

  @Test
  void theNameOfABeanMustExist() {
    application
        .withPropertyValues("yardmaster.jdbc.data-sources=bnak")
        .run(
            context -> {
              String failure = Failures.text(context.getStartupFailure());
              assertTrue(failure.contains("yardmaster.jdbc.data-sources"), failure);
              assertTrue(failure.contains("bnak"), failure);
            });
  }

  @Test
  void nothingIsWrappedTwice() {
    YardmasterDataSource wrapped = YardmasterDataSource.wrap(new PGSimpleDataSource());
    DataSource passing = new DelegatingDataSource(new PGSimpleDataSource());
    HikariDataSource overDriver = new HikariDataSource();
    overDriver.setJdbcUrl("jdbc:yardmaster:postgresql://localhost/bank");
    application
        .withBean("wrapped", DataSource.class, () -> wrapped)
        .withBean("overDriver", DataSource.class, () -> overDriver)
        .withBean("xa", PGXADataSource.class)
        .withBean("passing", DataSource.class, () -> passing)
        .run(
            context -> {
              assertSame(wrapped, context.getBean("wrapped"));
              assertSame(overDriver, context.getBean("overDriver"));
              assertInstanceOf(PGXADataSource.class, context.getBean("xa"));
              assertSame(passing, context.getBean("passing"));
            });
  }

  @Test
  void anUnknownSettingNamesTheNearest() {
    application
        .withPropertyValues("yardmaster.jdbc.settings.max-wait=500")
        .run(
            context -> {
              String failure = Failures.text(context.getStartupFailure());
              assertTrue(failure.contains("yardmaster.max-wait-ms"), failure);
            });
  }
}
