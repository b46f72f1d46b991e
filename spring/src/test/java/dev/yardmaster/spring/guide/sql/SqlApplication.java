package dev.yardmaster.spring.guide.sql;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application on PostgreSQL. */
@SpringBootApplication
public class SqlApplication {}
